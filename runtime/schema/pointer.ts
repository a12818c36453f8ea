/** One step of a path: the name of a property or the index of an item. */
export type Step = string | number

/**
 * The JSON Pointer of a path: "" for none, "/items/0/a~1b" for three steps.
 * @see RFC 6901, section 3
 */
export function pointerOf(path: readonly Step[]): string {
  let pointer = ''
  for (const step of path) pointer += `/${escapeStep(step)}`
  return pointer
}

/** A step as it stands in a JSON Pointer: "~" and "/" are escaped. */
export function escapeStep(step: Step): string {
  const text = String(step)
  return /[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text
}

/** The steps of a JSON Pointer, plain or as a URI fragment without percent-encoding: none for "" and "#". */
export function stepsOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeStep)
}

/** The step that an escaped one stands for. "~1" goes first, so that "~01" becomes "~1" and not "/". */
export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
