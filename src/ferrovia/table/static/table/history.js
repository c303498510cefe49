// The history slider.
// @ts-check
