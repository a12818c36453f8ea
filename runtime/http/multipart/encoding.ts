import type { Style } from '../style/parameter-style.ts'

/** Encoding of one property of a form or multipart body. @see OpenAPI 3.1.1, Encoding Object */
export interface EncodingDescriptor {
  readonly contentType?: string
  readonly style?: Style
  readonly explode?: boolean
  readonly allowReserved?: true
  /** Headers, with the document's values, of a part that is identified by its position. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Encodings of the parts of a multipart body that only their positions tell apart: the first ones, and all
 * that follow.
 */
export interface PartEncodings {
  readonly prefixEncoding?: readonly EncodingDescriptor[]
  readonly itemEncoding?: EncodingDescriptor
}
