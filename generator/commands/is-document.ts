import { readFileSync, statSync } from 'node:fs'
import { isObject } from '@concordat/runtime/json'

/** Maximum size in bytes; larger files are treated as data. */
const MAX_BYTES = 2 ** 26
const MEMBER = /^["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./m

/** True if a file's root has `openapi` or `swagger` with a version, even as the last property. */
export function isDocumentFile(file: string): boolean {
  if (statSync(file).size > MAX_BYTES) return false
  const text = readFileSync(file, 'utf8')
  return text.trimStart().startsWith('{') ? isJsonDocument(text) : MEMBER.test(text)
}

function isJsonDocument(text: string): boolean {
  if (!/"(?:openapi|swagger)"/.test(text)) return false
  try {
    const root: unknown = JSON.parse(text)
    return isObject(root) && /^[23]\./.test(String(root['openapi'] ?? root['swagger']))
  } catch {
    // The text may also be YAML in braces, or malformed JSON, which is reported if the file is chosen.
    return /^\{\s*["']?(?:openapi|swagger)["']?\s*:/.test(text.trimStart()) || MEMBER.test(text)
  }
}
