// Keys: one for every act, shown by `?`.
// @ts-check
