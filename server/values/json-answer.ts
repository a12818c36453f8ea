import type { WrittenAnswer } from '@concordat/runtime/server'

/** An answer of JSON, for paths that no document describes. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WrittenAnswer {
  const mediaType = 'application/json'
  return { status, headers: { ...headers, 'content-type': mediaType }, body: JSON.stringify(body), mediaType }
}
