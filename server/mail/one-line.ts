/** Characters that break a line, move a cursor or change the text direction. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Replaces the characters with which a name's author could add a line to an e-mail or override its text
 * direction.
 */
export function oneLineForMail(name: string): string {
  return name.replace(CONTROL, ' ')
}
