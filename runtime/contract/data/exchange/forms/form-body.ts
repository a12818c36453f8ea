import {
  describePart,
  dispositionOf,
  isTextMediaType,
  type MediaTypeDescriptor,
  mediaTypeInRange,
  namedParts,
  type Part,
  PartsWriter,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { looks } from '../../../lexicon/lexicon.ts'
import { type SchemaScope, schemaIn } from '../../document/schema-in.ts'
import { pictureOf } from './picture.ts'

/** A file in a form, whose bytes are in memory. */
export class FileValue extends Blob {
  readonly octets: Uint8Array<ArrayBuffer>
  /** The file's name without its extension; by default, the name of the form part. */
  readonly stem: string | undefined

  /** @param type Media type of the form part. */
  constructor(octets: Uint8Array<ArrayBuffer>, type: string, stem?: string) {
    super([octets], { type })
    this.octets = octets
    this.stem = stem
  }
}

/** A form as it is sent. */
export interface FormBody {
  /** Bytes if one of the parts is not text. */
  readonly body: string | Uint8Array<ArrayBuffer>
  /** With the boundary. */
  readonly contentType: string
}

/**
 * Writes `multipart/form-data`, as text if all parts are text, so that it can be recorded. A string that
 * represents bytes becomes a file with a name and a media type, because many servers accept nothing else as
 * an upload.
 * @param about What is uploaded: the last name in the operation's path, such as "avatar".
 */
export function writeForm(
  fields: object,
  { schema, encoding = {} }: MediaTypeDescriptor,
  { document, about }: { readonly document: SchemaScope; readonly about: string },
): FormBody {
  const { properties } = schemaIn(document, schema)
  const writer = new PartsWriter('multipart/form-data')
  const parts = namedParts(fields, encoding, (item, documented, name) => {
    const octets = formOctets(properties.get(name))
    if (item instanceof FileValue) return fileOf(item.octets, item.stem ?? stemOf(name), item.type)
    if (octets === undefined || typeof item !== 'string') return describePart(item, documented)
    const type = documented ?? (octets === OCTETS_CONTENT ? statedFileType(fields) : undefined) ?? octets
    const isPicture = [name, about].some(looks.pictures.has) && type === OCTETS_CONTENT
    return isPicture || typeOf(type) === PICTURE
      ? fileOf(pictureOf(item), stemOf(name), PICTURE)
      : fileOf(item, stemOf(name), type)
  })
  const pieces = parts.flatMap(([name, part]) =>
    writer.write(part, { 'Content-Disposition': dispositionOf(name, part) }),
  )
  return { body: joined([...pieces, writer.end()]), contentType: writer.contentType }
}

/** The media type that a field of a form states for the file: "content_type" beside "file". */
function statedFileType(fields: object): string | undefined {
  const stated = Object.entries(fields).find(([name]) => looks.mediaTypes.has(name))?.[1]
  return typeof stated === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(stated) ? stated : undefined
}

function joined(pieces: readonly unknown[]): FormBody['body'] {
  if (!pieces.some((piece) => piece instanceof Uint8Array)) return pieces.join('')
  return Uint8Array.from(
    pieces.flatMap((piece) => [
      ...(piece instanceof Uint8Array ? piece : new TextEncoder().encode(String(piece))),
    ]),
  )
}

/** The media type of a property or of its items, if they contain bytes; otherwise `undefined`. */
export function formOctets(schema: Schema | undefined): string | undefined {
  const { format, contentMediaType, contentEncoding } = schema?.member.keywords ?? {}
  const isRaw =
    typeof contentMediaType === 'string' &&
    contentEncoding === undefined &&
    !isTextMediaType(contentMediaType)
  if (format !== 'binary' && !isRaw) return undefined
  return typeof contentMediaType === 'string' ? contentMediaType : OCTETS_CONTENT
}

export const OCTETS_CONTENT = 'application/octet-stream'
const PICTURE = 'image/png'

/** Extensions that differ from their media type's subtype. */
const EXTENSIONS: Readonly<Record<string, string>> = { 'octet-stream': 'bin', plain: 'txt', mpeg: 'mp3' }

function stemOf(part: string): string {
  return part.replaceAll(/\W+/g, '-')
}

/** The first of the documented media types, with one type for a range. */
function typeOf(documented: string): string {
  const [first = OCTETS_CONTENT] = documented.split(',').map((each) => each.trim())
  return mediaTypeInRange(first, OCTETS_CONTENT)
}

/** @param documented a media type, or a list of media types, of which the first is used. */
function fileOf(content: string | Uint8Array<ArrayBuffer>, stem: string, documented: string): Part {
  const type = typeOf(documented)
  const [, subtype = ''] = /\/(?:.*[.+])?([\w-]+)/.exec(type) ?? []
  return { content, type, fileName: `${stem}.${EXTENSIONS[subtype] ?? subtype}` }
}

/** True if the media type is `multipart/form-data` and the value is an object with the form's fields. */
export function isSentAsForm(mediaType: string, value: unknown): value is object {
  return /^multipart\/form-data\s*(;|$)/i.test(mediaType) && isObject(value)
}
