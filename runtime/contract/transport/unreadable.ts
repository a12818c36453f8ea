/** How much of an answer is read, coded or not: no service answers more to one request of a test. */
export const MOST_ANSWER_BYTES = 10 * 2 ** 20
/** How deep JSON may be nested: that deep schemas follow a value, too. */
const DEEPEST = 512

/** An answer that is too large or too deep to be read. The message says what it is, after "answered". */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export function tooLarge(): Unreadable {
  return new Unreadable(`more than ${MOST_ANSWER_BYTES / 2 ** 20} MiB`)
}

/** @throws Unreadable for JSON that is nested so deep that looking at it would take the stack. */
export function expectShallow(json: string): void {
  let depth = 0
  let isText = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (code === 34) isText = !isText
    else if (isText && code === 92) index++
    else if (!isText && (code === 91 || code === 123)) {
      if (++depth > DEEPEST) throw new Unreadable(`JSON nested deeper than ${DEEPEST} levels`)
    } else if (!isText && (code === 93 || code === 125)) depth--
  }
}
