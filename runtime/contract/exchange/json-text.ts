/** How deep JSON may be nested: that deep schemas follow a value, too. */
const DEEPEST = 512

/** Why a JSON text is not read, as a sentence goes on: it is nested so deep that looking at it would take the stack. */
export function depthFault(json: string): string | undefined {
  let depth = 0
  let isText = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (code === 34) isText = !isText
    else if (isText && code === 92) index++
    else if (!isText && (code === 91 || code === 123)) {
      if (++depth > DEEPEST) return `JSON nested deeper than ${DEEPEST} levels`
    } else if (!isText && (code === 93 || code === 125)) depth--
  }
  return undefined
}

/** The value of a JSON text. JSON has no `undefined`, so that is free to say: not JSON, or nested too deep to be looked at. */
export function jsonOf(text: string): unknown {
  try {
    return depthFault(text) === undefined ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
