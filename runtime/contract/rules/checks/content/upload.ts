import {
  type DocumentDescriptor,
  isFileContent,
  isMultipart,
  type MediaTypeDescriptor,
  mayHaveBody,
  mediaTypeEssence,
  mediaTypeInRange,
  type OperationDescriptor,
  successContents,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { blankPath, pathTemplates } from '../../../data/document/path-binding.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { type SchemaScope, schemaIn } from '../../../data/document/schema-in.ts'
import { formOctets, OCTETS_CONTENT } from '../../../data/exchange/forms/form-body.ts'

/** The way in which an operation accepts a file: as its body, or as part of a form. */
export interface Upload {
  /** Media type of the body. */
  readonly mediaType: string
  /** Media type of the file. */
  readonly type: string
  /** The form part that contains the file; absent if the file is the whole body. */
  readonly part?: { readonly name: string; readonly isRequired: boolean }
  /** JSON Pointer to the entry in `content`. */
  readonly clause: string
}

function isFile(mediaType: string, media: MediaTypeDescriptor, document: SchemaScope): boolean {
  return isFileContent(mediaType, media, schemaIn(document, media.schema ?? true).types)
}

/** The way in which an operation accepts a file; `undefined` if it accepts none. */
export function uploadOf(operation: OperationDescriptor, document: SchemaScope): Upload | undefined {
  const { method, pointer, requestBody, makesNew, resource } = operation
  // A removal stores nothing.
  if (!mayHaveBody(method) || method === 'DELETE') return undefined
  // The file belongs to a new item, not to the one in the path.
  if (makesNew === true && resource?.role === 'action') return undefined
  for (const [key, media] of Object.entries(requestBody?.content ?? {})) {
    const clause = pointerBelow(pointer, 'requestBody', 'content', key)
    if (isFile(key, media, document)) {
      const type = mediaTypeInRange(key, OCTETS_CONTENT)
      return { mediaType: type, type: mediaTypeEssence(type), clause }
    }
    const part = isMultipart(key) ? partOf(media, document) : undefined
    if (part !== undefined) return { mediaType: key, ...part, clause }
  }
  return undefined
}

function partOf(
  { schema, encoding = {} }: MediaTypeDescriptor,
  document: SchemaScope,
): Pick<Upload, 'type' | 'part'> | undefined {
  const { properties, required } = schemaIn(document, schema)
  for (const [name, own] of properties) {
    const type = formOctets(own)
    if (type === undefined || own.types.includes('array')) continue
    const [documented = type] = (encoding[name]?.contentType ?? type).split(',').map((each) => each.trim())
    return {
      type: mediaTypeInRange(documented, OCTETS_CONTENT),
      part: { name, isRequired: required.has(name) },
    }
  }
  return undefined
}

/**
 * The operation that downloads a file. Its path is at or below the path of the upload or of the created item,
 * and its media type can be that of the file: an archive of an image is not the text that created it.
 */
export function downloadOf(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): OperationDescriptor | undefined {
  const { item } = resourceByName(document, operation.resource?.name) ?? {}
  const own = blankPath(operation.path)
  const isMade = operation.resource?.role === 'create'
  const places = isMade && item !== undefined ? [own, blankPath(item)] : [own]
  const { type = OCTETS_CONTENT } = uploadOf(operation, document) ?? {}
  const candidates = document.operations
    .filter((other) => other.method === 'GET' && other.list === undefined && answersFile(other, document))
    .filter((other) => successContents(other).some((own) => mayBeSameFile(own.type, type)))
  const stands = (other: OperationDescriptor, place: string): boolean => {
    const path = blankPath(other.path)
    return path === place || (path.startsWith(`${place}/`) && !path.slice(place.length).includes('{'))
  }
  return places
    .flatMap((place) => [
      ...candidates.filter((other) => blankPath(other.path) === place),
      ...candidates.filter((other) => stands(other, place)),
    ])
    .find((other) => pathTemplates(other.path).length > 0 || blankPath(other.path) === own)
}

/** True for equal media types, and if one of them can be any. */
function mayBeSameFile(one: string, other: string): boolean {
  const types = [one, other].map(mediaTypeEssence)
  return types[0] === types[1] || types.some((type) => type.includes('*') || type === OCTETS_CONTENT)
}

/** True if every documented success response of an operation is a file. */
function answersFile(operation: OperationDescriptor, document: SchemaScope): boolean {
  const contents = successContents(operation)
  return contents.length > 0 && contents.every(({ type, media }) => isFile(type, media, document))
}

/** True if a form accepts files of all media types, and they can be downloaded. */
export function takesAnyFile({ part, type }: Upload, download: OperationDescriptor | undefined): boolean {
  const types = Object.values(download?.responses ?? {}).flatMap(({ content = {} }) => Object.keys(content))
  return part !== undefined && type === OCTETS_CONTENT && types.includes('*/*')
}
