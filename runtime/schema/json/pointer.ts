/** One step of a path: the name of a property or the index of an item. */
export type Step = string | number

/**
 * A path as a JSON Pointer: "" for an empty path, "/items/0/a~1b" for three steps.
 * @param length number of steps to use. Default: all.
 * @see RFC 6901, section 3
 */
export function pointerOf(path: readonly Step[], length: number = path.length): string {
  let pointer = ''
  for (let index = 0; index < length; index++) pointer += `/${escapeStep(path[index] ?? '')}`
  return pointer
}

/** A path as a fragment without percent-encoding: "#" for an empty path, "#/paths/~1pets" for two steps. */
export function fragmentOf(path: readonly Step[]): string {
  return `#${pointerOf(path)}`
}

/** Extends a JSON Pointer, plain or in fragment form: "#/paths" and "/pets" give "#/paths/~1pets". */
export function pointerBelow(pointer: string, ...steps: readonly Step[]): string {
  return pointer + pointerOf(steps)
}

/** A step with "~" and "/" escaped for a JSON Pointer. */
export function escapeStep(step: Step): string {
  const text = String(step)
  return /[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text
}

/** The steps of a JSON Pointer, plain or as a URI fragment without percent-encoding; empty for "" and "#". */
export function stepsOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeStep)
}

/** Unescapes a step of a JSON Pointer. "~1" is replaced first, so that "~01" becomes "~1" and not "/". */
export function unescapeStep(step: string): string {
  return step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step
}
