import type { WrittenAnswer } from '@concordat/runtime/server'

/** Creates a JSON response that does not come from a handler. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WrittenAnswer {
  const mediaType = 'application/json'
  return { status, headers: { ...headers, 'content-type': mediaType }, body: JSON.stringify(body), mediaType }
}
