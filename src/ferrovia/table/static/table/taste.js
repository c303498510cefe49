// Language and light without leaving a half-made choice.
// @ts-check
