/** The value of a JSON text. JSON has no `undefined`, so that is free to say: not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
