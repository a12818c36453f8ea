const ZERO = 48

/** The number that the digits from `start` to `end` represent; NaN if any character is not a digit. */
export function readDigits(text: string, start: number, end: number): number {
  let value = 0
  for (let index = start; index < end; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
