import {
  type DocumentDescriptor,
  documentedSuccesses,
  essence,
  isJson,
  isMultipart,
  isXml,
  type MediaTypeDescriptor,
  type OperationDescriptor,
} from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import { blank, templatesOf } from '../document/place.ts'
import { resourceOf } from '../document/resource-lookup.ts'
import { schemaIn } from '../document/schema-in.ts'
import { OCTETS, OF_RANGE, octetsIn } from '../forms/form-body.ts'

type Definitions = Pick<DocumentDescriptor, 'definitions'>

/** How an operation takes a file: as its body, or as a part of a form. */
export interface Upload {
  /** Of the body. */
  readonly mediaType: string
  /** Of the file. */
  readonly type: string
  /** Name of the part, and whether a form must have it. */
  readonly part?: { readonly name: string; readonly isRequired: boolean }
  /** JSON Pointer of the entry of `content`. */
  readonly clause: string
}

const FORM = 'application/x-www-form-urlencoded'

/** True for content that is neither fields nor members: what nobody parses. */
function isFile(
  mediaType: string,
  { schema, stream, octets }: MediaTypeDescriptor,
  document: Definitions,
): boolean {
  if (octets === true) return true
  const isFields =
    isJson(mediaType) || isXml(mediaType) || isMultipart(mediaType) || essence(mediaType) === FORM
  const { types } = schemaIn(document, schema ?? true)
  return !isFields && stream === undefined && types.every((type) => type === 'string' || type === 'null')
}

/** How an operation takes a file; `undefined` where it takes none, or may be sent JSON instead. */
export function uploadOf(operation: OperationDescriptor, document: Definitions): Upload | undefined {
  const { method, pointer, requestBody } = operation
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return undefined
  for (const [key, media] of Object.entries(requestBody?.content ?? {})) {
    const clause = below(pointer, 'requestBody', 'content', key)
    if (isFile(key, media, document)) {
      const type = OF_RANGE[essence(key)] ?? (key.includes('*') ? OCTETS : key)
      return { mediaType: type, type: essence(type), clause }
    }
    const part = isMultipart(key) ? partOf(media, document) : undefined
    if (part !== undefined) return { mediaType: key, ...part, clause }
  }
  return undefined
}

function partOf(
  { schema, encoding = {} }: MediaTypeDescriptor,
  document: Definitions,
): Pick<Upload, 'type' | 'part'> | undefined {
  const { properties, required } = schemaIn(document, schema)
  for (const [name, own] of properties) {
    const type = octetsIn(own)
    if (type === undefined || own.types.includes('array')) continue
    const [documented = type] = (encoding[name]?.contentType ?? type).split(',').map((each) => each.trim())
    return {
      type: OF_RANGE[documented] ?? (documented.includes('*') ? OCTETS : documented),
      part: { name, isRequired: required.has(name) },
    }
  }
  return undefined
}

/** Where a file comes down: at the path where it went up, or at that of the item which it made, or below it. */
export function downloadOf(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): OperationDescriptor | undefined {
  const { item } = resourceOf(document, operation.resource?.name) ?? {}
  const own = blank(operation.path)
  const isMade = operation.resource?.role === 'create'
  const places = isMade && item !== undefined ? [own, blank(item)] : [own]
  const candidates = document.operations.filter(
    (other) => other.method === 'GET' && other.list === undefined && answersFile(other, document),
  )
  const stands = (other: OperationDescriptor, place: string): boolean => {
    const path = blank(other.path)
    return path === place || (path.startsWith(`${place}/`) && !path.slice(place.length).includes('{'))
  }
  return places
    .flatMap((place) => [
      ...candidates.filter((other) => blank(other.path) === place),
      ...candidates.filter((other) => stands(other, place)),
    ])
    .find((other) => templatesOf(other.path).length > 0 || blank(other.path) === own)
}

/** True for an operation whose success is a file, whatever else it may be. */
function answersFile({ responses, ...operation }: OperationDescriptor, document: Definitions): boolean {
  const types = documentedSuccesses({ responses, ...operation }).flatMap((key) =>
    Object.entries(responses[key]?.content ?? {}),
  )
  return types.length > 0 && types.every(([type, media]) => isFile(type, media, document))
}

/** First of a file of a kind that servers look at: what comes after it they take as it is. */
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
  'application/zip': [0x50, 0x4b, 0x03, 0x04],
}

/** Line ends of both kinds, spaces at the end, letters beyond ASCII, and no line end in the last line. */
const LINES = 'one,two\r\nthrée, "4" \n\ttabs\t\r\n🚲 last'

/** More bytes than characters. */
const LETTERS = 'é東🚲'

/** Content of a file with all bytes that there are; of text with all that texts have. @param times Another number makes another file. */
export function fileContent(type: string, times = 1): Uint8Array<ArrayBuffer> {
  const isOfText = essence(type).startsWith('text/')
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
  return Uint8Array.from([...(MAGIC[essence(type)] ?? []), ...rest])
}
