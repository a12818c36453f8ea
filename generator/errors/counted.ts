/** Formats a count: "1 file", "2 files". @param noun singular noun whose plural ends in "s". */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
