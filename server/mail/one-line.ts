/** Characters that break a line, move a cursor or change the direction of a text. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A name for an e-mail; its author can neither add a line nor change its direction. */
export function oneLineForMail(name: string): string {
  return name.replace(CONTROL, ' ')
}
