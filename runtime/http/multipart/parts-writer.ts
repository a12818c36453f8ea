import { plainJsonValue } from '../json/plain.ts'
import { isMediaRange, mediaTypeEssence } from '../media/media-type.ts'
import type { EncodingDescriptor, PartEncodings } from './encoding.ts'
import { describePart, dispositionOf, newBoundary, type Part } from './part.ts'

/** A multipart body, and its media type with the boundary. */
export interface Multipart {
  readonly body: Blob
  readonly contentType: string
}

/**
 * Writes parts in order. The delimiter follows each part, so that the reader immediately knows that the part
 * is complete.
 * @see RFC 2046, 5.1
 */
export class PartsWriter {
  /** Includes the boundary. */
  readonly contentType: string
  readonly #delimiter: string
  #begin: string

  /** @param mediaType `multipart/*` becomes `multipart/mixed`. */
  constructor(mediaType: string) {
    const boundary = newBoundary()
    this.contentType = `${isMediaRange(mediaType) ? 'multipart/mixed' : mediaType}; boundary=${boundary}`
    this.#delimiter = `--${boundary}`
    this.#begin = this.#delimiter
  }

  /** @param headers Headers other than `Content-Type`. */
  write({ content, type }: Part, headers: Readonly<Record<string, string>> = {}): BlobPart[] {
    const all = Object.entries({ ...headers, ...(type !== undefined && { 'Content-Type': type }) })
    const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const begin = this.#begin
    this.#begin = ''
    return [`${begin}\r\n${head}\r\n`, content, `\r\n${this.#delimiter}`]
  }

  /** Returns the text that ends the body; if there are no parts, it is the whole body. */
  end(): string {
    return `${this.#begin}--\r\n`
  }
}

/** Writes values as parts that are identified by position. @see OpenAPI 3.2.0, Encoding By Position */
export class ValuesWriter {
  readonly #parts: PartsWriter
  readonly #encodings: PartEncodings
  readonly #isForm: boolean
  #index = 0

  constructor(mediaType: string, encodings: PartEncodings) {
    this.#parts = new PartsWriter(mediaType)
    this.#encodings = encodings
    this.#isForm = mediaTypeEssence(mediaType) === 'multipart/form-data'
  }

  get contentType(): string {
    return this.#parts.contentType
  }

  write(value: unknown): BlobPart[] {
    const { prefixEncoding = [], itemEncoding } = this.#encodings
    const { contentType, headers = {} } = prefixEncoding[this.#index++] ?? itemEncoding ?? NO_ENCODING
    const part = describePart(plainJsonValue(value) ?? null, contentType)
    return this.#parts.write(part, this.#isForm ? formHeaders(headers, part) : headers)
  }

  end(): string {
    return this.#parts.end()
  }
}

const NO_ENCODING: EncodingDescriptor = {}

/** The default name of a form's parts. */
const UNNAMED = 'item'

/** Returns a form part's headers, with its name and, for a file, the file name in `Content-Disposition`. */
function formHeaders(
  headers: Readonly<Record<string, string>>,
  part: Part,
): Readonly<Record<string, string>> {
  const given = Object.entries(headers).find(([name]) => /^content-disposition$/i.test(name))
  if (given === undefined) return { ...headers, 'Content-Disposition': dispositionOf(UNNAMED, part) }
  const [header, value] = given
  if (part.fileName === undefined || /;\s*filename\*?=/i.test(value)) return headers
  return { ...headers, [header]: `${value}${dispositionOf('', part).slice('form-data; name=""'.length)}` }
}

/** Writes a multipart body whose parts are identified by position, such as `multipart/mixed`. */
export function serializeParts(
  items: readonly unknown[],
  encodings: PartEncodings,
  mediaType: string,
): Multipart {
  const writer = new ValuesWriter(mediaType, encodings)
  const pieces = items.flatMap((item) => writer.write(item))
  return { body: new Blob([...pieces, writer.end()]), contentType: writer.contentType }
}
