/** Formats a count: "1 file", "2 files". @param noun singular noun whose plural ends in "s". */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Lists names in a sentence: "a, b and c". @param word conjunction before the last name. */
export function enumerated(names: readonly string[], word = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
}
