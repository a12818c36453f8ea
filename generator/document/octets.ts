import { isJson, isMultipart, isTextMediaType, mediaTypeEssence } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { pointerBelow, type Step, stepsOf } from '@concordat/runtime/pointer'
import { COMPOSING, composedOf, type KeywordWith, keywordsWith } from '@concordat/runtime/subschemas'
import type { DocumentObject, EncodingObject, MediaTypeObject, SchemaObject } from './document.ts'
import { documentOperations } from './operations.ts'
import { type DocumentNode, resolveReferenceObject } from './reference.ts'
import { documentNamedMembers } from './shape.ts'
import { documentVersion } from './version.ts'
import { documentWebhooks } from './webhooks.ts'

/**
 * The kind of value that a schema describes: a whole body, all parts of a multipart body, or one of the
 * parts.
 */
type Standing =
  | { readonly is: 'whole' }
  | { readonly is: 'parts'; readonly media: DocumentNode<MediaTypeObject> }
  | {
      readonly is: 'part'
      /** `contentType` of the encoding: one media type or a list of them. */
      readonly contentType: string | undefined
      /** True for a part that is one item of an array; an array in such a part is JSON. */
      readonly isItem: boolean
      /**
       * True if the schema was reached through a reference, so that other locations can share it. The part's
       * encoding then applies to the reference, not to this schema.
       */
      readonly isShared: boolean
    }

type Schema = SchemaObject | boolean
type Position = DocumentNode<Schema> & { readonly standing: Standing }

/**
 * Finds the schemas whose values are octets because of their media type and encoding, with their pointers.
 * They describe whole bodies or multipart parts, because nothing else can carry octets: JSON has strings
 * instead. A JSON body that consists only of octets is treated as a file with a wrong media type.
 * @see OpenAPI 3.0.4, Considerations for File Uploads; OpenAPI 3.1.1, Working with Binary Data, and Encoding
 * Object, `contentType`
 */
export function octetSchemas(document: DocumentObject): ReadonlyMap<SchemaObject | string, string> {
  const found = new Map<SchemaObject | string, string>()
  const open = [...bodiesOf(document)]
  const seen = new Set<unknown>()
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    // Usually, the schema itself can be the key: most schemas are for whole bodies, and a schema has only one
    // location in the document.
    const key = position.standing.is === 'whole' ? position.value : keyOf(position)
    if (seen.has(key)) continue
    seen.add(key)
    const { value, pointer } = position
    if (isOctets(document, position)) found.set(octetSchemaKey(value, pointer), pointer)
    else open.push(...inside(document, position))
  }
  return found
}

/**
 * Returns a schema's key: the object itself, which is found faster than its pointer, or, for a boolean
 * schema, its pointer, because booleans have no identity.
 */
export function octetSchemaKey(schema: Schema, pointer: string): SchemaObject | string {
  return typeof schema === 'object' ? schema : pointer
}

/** Key for a position in a multipart body; equal keys mean equal content. */
function keyOf({ pointer, standing }: Position): string {
  const { is } = standing
  return JSON.stringify([pointer, is === 'parts' ? [is, standing.media.pointer] : standing])
}

/**
 * Yields the schemas of bodies that could be octets. For JSON, these are only the schemas whose values are
 * all octets; for other media types, all schemas.
 */
function* bodiesOf(document: DocumentObject): Generator<Position> {
  const webhooks = [...documentWebhooks(document)].map(({ placed }) => placed)
  for (const { operation, pointer } of [...documentOperations(document), ...webhooks]) {
    const { requestBody, responses } = operation
    const holders = documentNamedMembers(responses).map(([status, response]) =>
      resolveReferenceObject(document, response, pointerBelow(pointer, 'responses', status)),
    )
    for (const { value, pointer: holder } of [
      ...(requestBody === undefined
        ? []
        : [resolveReferenceObject(document, requestBody, pointerBelow(pointer, 'requestBody'))]),
      ...holders,
    ])
      for (const [mediaType, written] of Object.entries(value.content ?? {})) {
        const media = resolveReferenceObject(document, written, pointerBelow(holder, 'content', mediaType))
        for (const position of schemasOf(mediaType, media))
          if (!isJson(mediaType) || areAllOctets(document, position)) yield position
      }
  }
}

function* schemasOf(mediaType: string, media: DocumentNode<MediaTypeObject>): Generator<Position> {
  const { schema, itemSchema, prefixEncoding = [], itemEncoding } = media.value
  const standing: Standing = isMultipart(mediaType) ? { is: 'parts', media } : { is: 'whole' }
  if (schema !== undefined) yield { value: schema, pointer: pointerBelow(media.pointer, 'schema'), standing }
  if (itemSchema === undefined || !isMultipart(mediaType)) return
  const encodings = [...prefixEncoding, ...(itemEncoding === undefined ? [] : [itemEncoding])]
  // A schema can describe parts with several encodings. Its values are octets only if every encoding says so.
  const contentType = encodings.map((encoding) => encoding.contentType ?? '').join(',')
  const pointer = pointerBelow(media.pointer, 'itemSchema')
  yield { value: itemSchema, pointer, standing: { is: 'part', contentType, isItem: true, isShared: false } }
}

/** Schemas that describe the same value or, if the value has parts, its parts. */
function inside(document: DocumentObject, { value, pointer, standing }: Position): Position[] {
  if (typeof value === 'boolean') return []
  const { $ref } = value
  // Returns early for most schemas of whole bodies, which have neither references nor compositions.
  if (standing.is === 'whole' && $ref === undefined && composedOf(value).length === 0) return []
  const at = (inner: Schema, standing: Standing, ...steps: Step[]): Position => ({
    value: inner,
    pointer: pointerBelow(pointer, ...steps),
    standing,
  })
  const same = COMPOSING.flatMap((keyword) =>
    (value[keyword] ?? []).map((inner, index) => at(inner, standing, keyword, index)),
  )
  const target = targetOf(document, value)
  const shared = standing.is === 'part' ? { ...standing, isShared: true } : standing
  return [
    ...(target === undefined || $ref === undefined
      ? []
      : [{ value: target, pointer: $ref, standing: shared }]),
    ...same,
    ...partsOf(value, standing, at),
  ]
}

function partsOf(
  { properties = {}, additionalProperties, items, prefixItems = [] }: SchemaObject,
  standing: Standing,
  at: (inner: Schema, standing: Standing, ...steps: Step[]) => Position,
): Position[] {
  if (standing.is === 'whole') return []
  const item = items === undefined || Array.isArray(items) ? [] : [items as Schema]
  if (standing.is === 'part')
    return standing.isItem
      ? []
      : item.map((inner) => at(inner, { ...standing, isItem: true, isShared: false }, 'items'))
  const { encoding = {}, prefixEncoding = [], itemEncoding } = standing.media.value
  const part = (own: EncodingObject | undefined, isItem = false): Standing => ({
    is: 'part',
    contentType: own?.contentType,
    isItem,
    isShared: false,
  })
  return [
    ...Object.entries(properties).map(([name, inner]) => at(inner, part(encoding[name]), 'properties', name)),
    ...(additionalProperties === undefined
      ? []
      : [at(additionalProperties, part(undefined), 'additionalProperties')]),
    ...prefixItems.map((inner, index) =>
      at(inner, part(prefixEncoding[index] ?? itemEncoding, true), 'prefixItems', index),
    ),
    ...item.map((inner) => at(inner, part(itemEncoding, true), 'items')),
  ]
}

function targetOf(document: DocumentObject, { $ref }: SchemaObject): Schema | undefined {
  return $ref === undefined ? undefined : (valueAt(document, stepsOf($ref)) as Schema | undefined)
}

/** True if a schema's values are octets at its location. */
function isOctets(document: DocumentObject, { value, standing }: Position): boolean {
  if (typeof value === 'object' && saysOctets(value)) return true
  if (standing.is !== 'part' || standing.isShared) return false
  const { contentType } = standing
  const type = openType(document, value)
  if (type === undefined) return false
  if (contentType !== undefined) return areOctets(contentType)
  return type === 'any' && documentVersion(document)?.untypedPartsAreOctets === true
}

/** True if keywords declare octets. The type "file" comes from Swagger 2.0 and is still used. */
function saysOctets({ type, format, contentMediaType, contentEncoding }: SchemaObject): boolean {
  if (type === 'object' || type === 'array') return false
  const types = type === undefined ? [] : [type].flat()
  if (types.some((name) => name.toLowerCase() === 'file')) return true
  if (!types.every((name) => name === 'string' || name === 'null')) return false
  if (format === 'binary') return true
  return contentMediaType !== undefined && contentEncoding === undefined && areOctets(contentMediaType)
}

/** True if all values of a schema are octets. If only some are, all of them are treated as JSON. */
function areAllOctets(document: DocumentObject, position: Position): boolean {
  if (isNoText(document, position.value)) return false
  const open = [position]
  const seen = new Set<Schema>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next.value) || isOctets(document, next)) continue
    seen.add(next.value)
    const inner = inside(document, next)
    if (inner.length === 0 && openType(document, next.value) !== 'any' && !isNull(next.value)) return false
    open.push(...inner)
  }
  return true
}

/**
 * True for a schema with a type other than string, or for a reference to such a schema, as in most JSON
 * bodies.
 */
function isNoText(document: DocumentObject, schema: Schema): boolean {
  let next: Schema | undefined = schema
  for (let hops = 0; hops < MOST_HOPS && typeof next === 'object' && isPlain(next); hops++) {
    if (next.$ref === undefined) return namesOtherType(next)
    next = targetOf(document, next)
  }
  return false
}

/** Maximum length of a reference chain. */
const MOST_HOPS = 8

function isPlain(schema: SchemaObject): boolean {
  return COMPOSING.every((keyword) => schema[keyword] === undefined) && !saysOctets(schema)
}

function namesOtherType({ type = [] }: SchemaObject): boolean {
  return [type].flat().some((name) => name !== 'string' && name !== 'null')
}

function isNull(schema: Schema): boolean {
  return typeof schema === 'object' && schema.type === 'null'
}

/** The type of a schema that allows any string or any value; `undefined` for other schemas. */
function openType(document: DocumentObject, schema: Schema): 'string' | 'any' | undefined {
  let type: 'string' | 'any' = 'any'
  const seen = new Set<Schema>()
  for (let next: Schema | undefined = schema; next !== undefined && !seen.has(next); ) {
    seen.add(next)
    if (typeof next === 'boolean') return next ? type : undefined
    if (Object.keys(next).some((keyword) => SAYS_MORE.has(keyword))) return undefined
    if (next.type !== undefined) {
      if (![next.type].flat().every((name) => name === 'string' || name === 'null')) return undefined
      type = 'string'
    }
    next = targetOf(document, next)
  }
  return type
}

/** Annotations, with true for those that describe more than the presence of a value. */
const DESCRIBE = {
  title: false,
  description: false,
  contentMediaType: true,
  contentEncoding: true,
  contentSchema: true,
  $comment: false,
  readOnly: false,
  writeOnly: false,
  deprecated: false,
  default: true,
  xml: false,
  externalDocs: false,
  examples: true,
  example: true,
} as const satisfies Readonly<Record<KeywordWith<{ readonly kind: 'annotation' }>, boolean>>

/** Keywords that describe more than the presence of a value; `$ref` and `type` are read separately. */
const SAYS_MORE: ReadonlySet<string> = new Set([
  ...(['in-place', 'child', 'assertion'] as const)
    .flatMap((kind): readonly string[] => keywordsWith({ kind }))
    .filter((keyword) => keyword !== '$ref' && keyword !== 'type'),
  ...Object.entries(DESCRIBE).flatMap(([keyword, describes]) => (describes ? [keyword] : [])),
])

/**
 * True if every listed media type stands for octets: it is valid, and neither JSON, text nor an open range.
 */
function areOctets(mediaTypes: string): boolean {
  return mediaTypes.split(',').every(isOctetType)
}

function isOctetType(mediaType: string): boolean {
  return (
    /^[^/]+\/[^/]+$/.test(mediaType.trim()) &&
    !isJson(mediaType) &&
    !isTextMediaType(mediaType) &&
    !isOpenRange(mediaType)
  )
}

/** True for "*\/*", "application/*" and "multipart/*", which do not determine the kind of content. */
function isOpenRange(mediaType: string): boolean {
  return /^(\*|application|multipart)\/\*$/.test(mediaTypeEssence(mediaType))
}
