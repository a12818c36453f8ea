import type { Style } from '../style/parameter-style.ts'

/** How one property of a form or multipart body is written. @see OpenAPI 3.1.1, Encoding Object */
export interface EncodingDescriptor {
  readonly contentType?: string
  readonly style?: Style
  readonly explode?: boolean
  readonly allowReserved?: true
  /** Headers, with the document's values, of a part that is identified by its position. */
  readonly headers?: Readonly<Record<string, string>>
}

/** How the parts of a multipart body are written that only their places tell apart: the first ones, and all that follow. */
export interface PartEncodings {
  readonly prefixEncoding?: readonly EncodingDescriptor[]
  readonly itemEncoding?: EncodingDescriptor
}
