import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { MOST_ANSWER_BYTES, TOO_LARGE, TooLarge, Undecodable } from './unreadable.ts'

/**
 * Decoders, keyed by content coding. Requests ask for no coding, but a server might use one anyway.
 * @see RFC 9110, 8.4.1 and 12.5.3
 */
const CODINGS: Readonly<Record<string, (bytes: Uint8Array, isCut: boolean) => Uint8Array>> = {
  gzip: (bytes, isCut) => gunzipSync(bytes, isCut ? FLUSHED : BOUNDED),
  'x-gzip': (bytes, isCut) => gunzipSync(bytes, isCut ? FLUSHED : BOUNDED),
  deflate: (bytes, isCut) => inflateSync(bytes, isCut ? FLUSHED : BOUNDED),
  br: (bytes, isCut) => brotliDecompressSync(bytes, isCut ? FLUSHED_BROTLI : BOUNDED),
  zstd: (bytes) => zstdDecompressSync(bytes, BOUNDED),
}

const BOUNDED = { maxOutputLength: MOST_ANSWER_BYTES }
/** Without these options, incomplete data is an error. */
const FLUSHED = { ...BOUNDED, finishFlush: constants.Z_SYNC_FLUSH }
const FLUSHED_BROTLI = { ...BOUNDED, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/**
 * Decodes a body's content codings; unknown codings are ignored.
 * @throws TooLarge for a body that exceeds the limit, or Undecodable for bytes that are not in the stated
 * coding.
 */
export function withoutCodings(
  bytes: Uint8Array,
  { codings = '', isCut }: { readonly codings: string | undefined; readonly isCut: boolean },
): Uint8Array {
  if (bytes.length === 0) return bytes
  const names = codings.split(',').map((name) => name.trim().toLowerCase())
  try {
    return names.toReversed().reduce((rest, name) => CODINGS[name]?.(rest, isCut) ?? rest, bytes)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(TOO_LARGE, { cause: error })
    throw new Undecodable(`content that cannot be decoded as "${codings}": ${message}`, { cause: error })
  }
}

/** Returns a body's text after decoding its content codings. @throws like `withoutCodings`. */
export function decodedText(...body: Parameters<typeof withoutCodings>): string {
  return new TextDecoder().decode(withoutCodings(...body))
}
