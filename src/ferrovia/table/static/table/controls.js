// Controls: steppers, tiles that turn, answers by number.
// @ts-check
