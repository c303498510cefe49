"""Getting back in and going: recovery codes, devices, one's data to take home, accounts that are closed or erased."""
