/** Maximum depth of nested JSON: validation recurses as deep. */
const DEEPEST = 512

/** Maximum number of JSON values: each takes a hundred bytes of memory, again for each reader. */
const MOST_VALUES = 500_000

/** Why a JSON text is not parsed, as part of a sentence: it would exhaust the stack or the memory. */
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
 * The value of a JSON text. `undefined`, which JSON does not have: not JSON, or too deep or too large to be
 * parsed.
 */
export function jsonOf(text: string): unknown {
  try {
    return boundFault(text) === undefined ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
