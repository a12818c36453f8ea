import {
  GatheredBytes,
  type ItemDecoder,
  ItemError,
  itemDecoder,
  streamFormat,
} from '@concordat/runtime/http'

/** Limits of the part of a stream that is read, as it may never end. The first limit reached applies. */
const MOST_ITEMS = 10
const MOST_BYTES = 2 ** 20
const LONGEST_MS = 1000

/** The pieces of a body. */
export interface Pieces {
  /** The next one; `undefined` at the end. */
  readonly next: () => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Frees the connection. */
  readonly close: () => void
}

/** The first bytes of a body, and whether there may be more. */
export interface Beginning {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isCut: boolean
  /** Why its JSON is not read to its end, as part of a sentence. */
  readonly unreadable?: string
}

/**
 * Reads the beginning of a stream: some items, or what comes within a second, and never more than a mebibyte.
 * @param mediaType absent if the bytes are encoded, so that items cannot be recognised.
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

/** None if the media type does not show how to separate items. */
function decoderOf(mediaType = ''): ItemDecoder | undefined {
  const format = streamFormat(mediaType)
  try {
    return format && itemDecoder({ format }, mediaType)
  } catch (error) {
    if (error instanceof ItemError) return undefined
    throw error
  }
}

/** A part that cannot be decoded as an item is the last one examined. */
function countItems(decoder: ItemDecoder, piece: Uint8Array): number {
  try {
    return [...decoder.push(piece)].length
  } catch (error) {
    if (error instanceof ItemError) return MOST_ITEMS
    throw error
  }
}
