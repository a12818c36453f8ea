import type { Style } from '../style/parameter-style.ts'

/** The encoding of a form property or multipart part. @see OpenAPI 3.1.1, Encoding Object */
export interface EncodingDescriptor {
  readonly contentType?: string
  readonly style?: Style
  readonly explode?: boolean
  readonly allowReserved?: true
  /** Headers of a part that is identified by its position, with values from the document. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Encodings of multipart parts that are identified by position: the first parts, and all that follow. */
export interface PartEncodings {
  readonly prefixEncoding?: readonly EncodingDescriptor[]
  readonly itemEncoding?: EncodingDescriptor
}
