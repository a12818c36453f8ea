import { mediaTypeEssence } from '@concordat/runtime/http'

/** First bytes, by media type, of files that servers recognize by their content. */
const MAGIC: Readonly<Record<string, readonly number[]>> = {
  'image/png': [
    ...[
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
    ],
    ...[0, 1, 8, 4, 0, 0, 0, 0xb5, 0x1c, 0x0c, 0x02, 0, 0, 0, 0x0b, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63],
    ...[0x64, 0xf8, 0x0f, 0, 1, 5, 1, 1, 0x27, 0x18, 0xe3, 0x66, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae],
    ...[0x42, 0x60, 0x82],
  ],
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0],
  'image/gif': [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x34, 0x0a],
  'application/gzip': [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3],
  'application/zip': [0x50, 0x4b, 0x03, 0x04],
}

/**
 * Text with both kinds of line endings, trailing spaces, letters beyond ASCII, and no line ending at the end
 * of the last line.
 */
const LINES = 'one,two\r\nthrée, "4" \n\ttabs\t\r\n🚲 last'

/** More bytes than characters. */
const LETTERS = 'é東🚲'

/**
 * Files whose content must match their media type. Their spaces and line endings get lost if they are parsed.
 */
const TEXTS: Readonly<Record<string, string>> = {
  'application/json': '{ "b" : 1.50,\r\n\t"a": [ ],  "é": "🚲" }\r\n',
  'image/svg+xml':
    '<svg  xmlns="http://www.w3.org/2000/svg"\r\n width=\'1\' height="1" ><title>é 🚲</title ></svg>\r\n',
}

/**
 * Content of a file with all possible bytes or, for text, different line endings and characters beyond ASCII.
 * @param times number of repetitions; another number creates a different file.
 */
export function uploadedFileContent(type: string, times = 1): Uint8Array<ArrayBuffer> {
  const text = TEXTS[mediaTypeEssence(type)]
  if (text !== undefined) return new TextEncoder().encode(text.repeat(times))
  const isOfText = mediaTypeEssence(type).startsWith('text/')
  const part = isOfText
    ? [...new TextEncoder().encode(LINES)]
    : [
        ...Array.from({ length: 256 }, (_, byte) => byte),
        ...new TextEncoder().encode(LETTERS),
        0,
        0,
        13,
        10,
        26,
      ]
  const rest = Array.from({ length: times }, () => part).flat()
  return Uint8Array.from([...(MAGIC[mediaTypeEssence(type)] ?? []), ...rest])
}
