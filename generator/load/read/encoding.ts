import { isUtf8 } from 'node:buffer'
import { FileProblem } from './parse.ts'

/**
 * Requires UTF-8, because text in another encoding would be misread.
 * @throws {FileProblem} for UTF-16, or with the offset of the first invalid character.
 */
export function expectUtf8(bytes: Buffer): void {
  const [first, second] = bytes
  // Documents start with ASCII, so a zero byte next to the first character means UTF-16.
  const isUtf16 =
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
  if (isUtf16 && bytes.length > 1) throw refused('The file seems to be in UTF-16; expected UTF-8.', undefined)
  if (isUtf8(bytes)) return
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  throw refused('The file is not valid UTF-8 from this character on.', text.indexOf('\uFFFD'))
}

function refused(message: string, offset: number | undefined): FileProblem {
  return new FileProblem(message, { code: 'syntax-error', offset, fix: 'save the file as UTF-8.' })
}
