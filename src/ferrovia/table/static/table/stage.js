// The board: pan, zoom, focus from hex to hex.
// @ts-check
