import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { identifierInPath, itemNameBelow } from '../../../data/document/identifier.ts'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { isNamedAfterResource, operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import { identifiers, isNamedAs, plainName, singularOf } from '../../../lexicon/lexicon.ts'
import { dictionarySpellings } from '../../requests/dictionary/spellings.ts'

/** A property whose value may identify the item in paths. */
export interface NameCandidate {
  readonly name: string
  readonly text: string
  /** The name at the end of the property's text, if the text is a path below the collection. */
  readonly below?: string
}

/**
 * Returns properties that might identify the item, most likely first. Only those that match the path
 * parameter's schema are included.
 */
export function identifierCandidates(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  value: unknown,
): readonly NameCandidate[] {
  const wanted = idSchemasOf(document, resource)
  const rankOf = ranking(resource, {
    item: shownItem(document, resource),
    format: wanted[0]?.keywords.format,
  })
  return Object.entries(isObject(value) ? value : {})
    .flatMap(([name, own]) => {
      const text = identifierInPath(own)
      if (text === undefined || !wanted.every((each) => fits(own, each))) return []
      const rank = rankOf(name)
      const below = itemNameBelow(resource.collection, text)
      return rank === undefined ? [] : [{ name, text, ...(below !== undefined && { below }), rank }]
    })
    .toSorted((one, other) => compare(one.rank, other.rank))
}

/**
 * Strength of the evidence that a property identifies the items. The first number that differs decides; the
 * greater one is stronger.
 */
type Rank = readonly number[]

function compare([one = 0, ...ones]: Rank, [other = 0, ...others]: Rank): number {
  return other - one || (ones.length === 0 ? 0 : compare(ones, others))
}

/**
 * Ranks properties by the evidence that they identify the item; `undefined` for a property without any
 * evidence.
 */
function ranking(
  resource: ResourceDescriptor,
  { item, format }: { readonly item: Schema | undefined; readonly format: string | undefined },
): (name: string) => Rank | undefined {
  const parameter = idParameterOf(resource)
  // For an item of "/fields", a property called "field" is the item's name.
  const kind = singularOf(plainName(resource.collection.split('/').at(-1) ?? ''))
  const spellings = dictionarySpellings(parameter)
  const placeOf = (name: string): number => identifiers.usual.place(name) ?? Number.MAX_VALUE
  return (name) => {
    const { keywords = {} } = item?.properties.get(name) ?? {}
    const reasons = [
      isNamedAs(parameter, name),
      isNamedAfterResource(resource, name),
      spellings.some((test) => test(plainName(name))),
      identifiers.sure.has(name),
      plainName(name) === kind,
      identifiers.usual.has(name),
      format !== undefined && keywords.format === format,
    ]
    if (!reasons.includes(true)) return undefined
    const isRequired = item?.required.has(name) === true
    return [...reasons.map(Number), -placeOf(name), Number(keywords.readOnly === true), Number(isRequired)]
  }
}

/** Returns an item's schema, according to the operation that shows the whole item. */
function shownItem(
  document: DocumentDescriptor,
  { shownBy, envelopes }: ResourceDescriptor,
): Schema | undefined {
  const operation = operationById(document, shownBy)
  if (operation === undefined) return undefined
  const [shown] = shownSchemas(operation, document)
  const isListed = operation.list !== undefined
  return isListed ? shown : shown?.at(envelopes?.[operation.operationId]?.shown ?? [])
}

/** Returns the schema of the path parameter that names an item; `undefined` if no operation has one. */
export function itemIdSchema(document: DocumentDescriptor, resource: ResourceDescriptor): Schema | undefined {
  return idSchemasOf(document, resource)[0]
}

/**
 * Returns the schemas of the path parameters that identify an item. Operations can name the parameter
 * differently, such as "{id_or_uuid}" and "{pk}".
 */
function idSchemasOf(document: DocumentDescriptor, resource: ResourceDescriptor): readonly Schema[] {
  const { read, update, replace, delete: remove } = resource.operations
  return [read, update, replace, remove].flatMap((operationId) => {
    const { path = '', parameters = [] } = operationById(document, operationId) ?? {}
    const last = pathTemplates(path).at(-1)?.name
    return parameters
      .filter(({ in: location, name }) => location === 'path' && name === last)
      .map(({ schema }) => schemaIn(document, schema))
  })
}

function idParameterOf({ item = '' }: ResourceDescriptor): string {
  return pathTemplates(item).at(-1)?.name ?? ''
}

/**
 * True if a value fits a path parameter. Only numbers and UUIDs are checked, because a string in a path can
 * represent a value of any type.
 */
function fits(value: unknown, { values, keywords }: Schema): boolean {
  if (values.mayBeNumbers) return typeof value === 'number' || /^-?\d+$/.test(String(value))
  return keywords.format !== 'uuid' || /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i.test(String(value))
}
