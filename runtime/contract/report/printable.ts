/**
 * Characters that move a terminal's cursor, or change the color or direction of its text. Text from a server
 * must not have these effects.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Replaces control characters with JSON escapes, such as "\u001b". Line feeds and tabs are kept. */
export function printableInReport(text: string): string {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
