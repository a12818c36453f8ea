import {
  GatheredBytes,
  type ItemDecoder,
  ItemError,
  itemDecoder,
  streamFormat,
} from '@concordat/runtime/http'

/**
 * Limits on how much of a stream is read, because it may never end. The limit that is reached first applies.
 */
const MOST_ITEMS = 10
const MOST_BYTES = 2 ** 20
const LONGEST_MS = 1000

/** The pieces of a body. */
export interface Pieces {
  /** Resolves to the next piece; `undefined` at the end. */
  readonly next: () => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Frees the connection. */
  readonly close: () => void
}

/** The first bytes of a body. `isCut` is true if there might be more. */
export interface Beginning {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isCut: boolean
  /** The reason why the JSON is not read to its end, as part of a sentence. */
  readonly unreadable?: string
}

/**
 * Reads the beginning of a stream: up to ten items, the content received within a second, or a mebibyte,
 * whichever limit is reached first.
 * @param mediaType absent if the bytes are encoded, so that items cannot be recognized.
 */
export async function readBeginning(
  { next, close }: Pieces,
  mediaType: string | undefined,
): Promise<Beginning> {
  const decoder = decoderOf(mediaType)
  const gathered = new GatheredBytes()
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, LONGEST_MS, 'late').unref())
  let items = 0
  while (items < MOST_ITEMS && gathered.length < MOST_BYTES) {
    const piece = await Promise.race([next(), late])
    if (piece === undefined) return { bytes: gathered.join(), isCut: false }
    if (piece === 'late') break
    gathered.add(piece)
    items += decoder === undefined ? 0 : countItems(decoder, piece)
  }
  close()
  return { bytes: gathered.join(), isCut: true }
}

/** Returns the decoder for a media type; `undefined` if the type does not show how items are separated. */
function decoderOf(mediaType = ''): ItemDecoder | undefined {
  const format = streamFormat(mediaType)
  try {
    return format && itemDecoder({ format }, mediaType)
  } catch (error) {
    if (error instanceof ItemError) return undefined
    throw error
  }
}

/**
 * Returns the number of items that end in a piece. If a piece cannot be decoded, returns the maximum, so that
 * reading ends.
 */
function countItems(decoder: ItemDecoder, piece: Uint8Array): number {
  try {
    return [...decoder.push(piece)].length
  } catch (error) {
    if (error instanceof ItemError) return MOST_ITEMS
    throw error
  }
}
