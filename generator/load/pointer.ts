/** A JSON Pointer (RFC 6901) taken apart: member names and array indexes, unescaped. */
export type Path = readonly string[]

/**
 * Takes a JSON Pointer apart, with or without the leading `#`. Percent-encoding is left alone: see {@link splitFragment}.
 */
export function splitPointer(pointer: string): Path {
  const text = pointer.startsWith('#') ? pointer.slice(1) : pointer
  return text === '' ? [] : text.replace(/^\//, '').split('/').map(unescapeToken)
}

/** The fragment of a URI reference, with or without `#`, percent-decoded, as a path; a broken encoding is read as it stands. */
export function splitFragment(fragment: string): Path {
  if (!fragment.includes('%')) return splitPointer(fragment)
  try {
    return splitPointer(decodeURIComponent(fragment))
  } catch {
    return splitPointer(fragment)
  }
}

/**
 * JSON Pointer in fragment form, `#/paths/~1pets`, with `~` and `/` escaped and no percent-encoding: this is the only form in
 * which pointers and local references leave the load stage.
 */
export function joinPointer(path: Path): string {
  let pointer = '#'
  for (const token of path) pointer += `/${escapeToken(token)}`
  return pointer
}

function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
}
