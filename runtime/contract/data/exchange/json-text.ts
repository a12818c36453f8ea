/** Greatest depth of nested JSON: schemas follow a value as deep. */
const DEEPEST = 512

/** Values that JSON may hold: each takes a hundred bytes of memory, again for each reader. */
const MOST_VALUES = 500_000

/**
 * Reason why a JSON text is not read, as a sentence goes on: looking at it would take the stack, or the
 * memory.
 */
export function boundFault(json: string): string | undefined {
  let depth = 0
  let values = 0
  let isText = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (code === 34) isText = !isText
    else if (isText && code === 92) index++
    else if (!isText && (code === 91 || code === 123)) {
      if (++depth > DEEPEST) return `JSON nested deeper than ${DEEPEST} levels`
    } else if (!isText && (code === 93 || code === 125)) depth--
    else if (!isText && code === 44 && ++values > MOST_VALUES)
      return `JSON of more than ${MOST_VALUES} values`
  }
  return undefined
}

/**
 * The value of a JSON text. JSON has no `undefined`, so that is free to say: not JSON, or too deep or too
 * much to be looked at.
 */
export function jsonOf(text: string): unknown {
  try {
    return boundFault(text) === undefined ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
