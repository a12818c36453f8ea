/** Characters that break a line, move a cursor or change the text direction. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Prepares a name for an e-mail, so that its author can neither add a line nor change the text direction. */
export function oneLineForMail(name: string): string {
  return name.replace(CONTROL, ' ')
}
