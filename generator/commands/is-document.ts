import { closeSync, openSync, readSync } from 'node:fs'

/** Bytes in which a document declares its kind. */
const HEAD = 4096

/** True if the head of a file has `openapi` or `swagger` with a version, as a member of its root. */
export function isDocument(file: string): boolean {
  const buffer = Buffer.alloc(HEAD)
  const handle = openSync(file, 'r')
  try {
    const text = buffer.toString('utf8', 0, readSync(handle, buffer, 0, HEAD, 0))
    return /^(?:\{\s*(?:"[^"]*"\s*:\s*"[^"]*"\s*,\s*)*|)["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./m.test(
      text,
    )
  } finally {
    closeSync(handle)
  }
}
