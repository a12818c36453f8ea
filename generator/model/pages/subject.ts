import { paging, type WordVocabulary } from '@concordat/contract/lexicon'
import type { MemberPath, OperationDescriptor, PagesDescriptor } from '@concordat/runtime/http'
import { jsonMedia } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Facets } from '../schema/facts/facets.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import type { BodyReader, ItemArray, PagingValue } from './answer.ts'
import { isPagingMemberName, ungroupedPagingParameter } from './names.ts'

/** Readers of schemas. */
export interface PagingReaders {
  readonly facts: SchemaFacts
  readonly bodies: BodyReader
}

/** A query parameter or request body property for paging, which selects the page or limits its size. */
export interface PagingParameter extends Facets {
  readonly in: 'query' | 'body'
  readonly path: MemberPath
  /** Normalised. */
  readonly name: string
}

/** An operation, with everything that the styles examine. */
export interface PagingSubject {
  readonly operation: OperationDescriptor
  readonly items: ItemArray
  /** Parameters that can select a page. */
  readonly parameters: readonly PagingParameter[]
  /** Values in the response, next to the items or in objects for paging. */
  readonly values: readonly PagingValue[]
  /** Arrays in the response at the same locations, including the item array. */
  readonly arrays: readonly ItemArray[]
  /** Properties that indicate whether there are more pages, or whether this is the last page. */
  readonly end: Pick<PagesDescriptor, 'more' | 'last'>
  readonly readers: PagingReaders
  /** Descriptions of the operation, its parameters and its success responses. */
  readonly prose: string
}

/** Style of pages. */
export type PagingStyle = Omit<PagesDescriptor, 'items'>

/**
 * The reason why a style is not certain, with the style that is likely and the one that the user could
 * confirm.
 */
interface Doubt {
  readonly doubt: string
  /** Paging for a walk that only explores. */
  readonly likely?: PagingStyle
  /** Style to suggest to the user, who can confirm it. If absent, the likely style is suggested. */
  readonly stated?: PagingStyle
}

export type PagingVerdict = PagingStyle | Doubt

/** A list's paging with the item schema, or the reason why it is not certain and what is likely. */
export type Paging =
  | {
      readonly pages: PagesDescriptor
      readonly item: JsonSchema
      /** Paging for a walk that only explores, if the number of the first page is unknown. */
      readonly likely?: PagingStyle
    }
  | {
      readonly unproven: string
      /** Paging for a walk that only explores. */
      readonly likely?: PagingStyle
      /** Paging to suggest to the user, who can confirm it. */
      readonly stated?: PagesDescriptor
    }

/**
 * Returns the parameters for paging, including limits. Names are checked first, so that schemas are read only
 * for the few parameters whose names match.
 */
export function pagingParameters(
  operation: OperationDescriptor,
  readers: PagingReaders,
): readonly PagingParameter[] {
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const { places } = readers.bodies.members(jsonMedia(operation.requestBody?.content)?.media.schema)
  const all = [
    ...query.map(({ name, schema }) => {
      return { in: 'query' as const, path: [name], facets: () => readers.facts.facets(schema) }
    }),
    ...places.map((place) => ({ in: 'body' as const, path: place.path, facets: () => place.value })),
  ].map((parameter) => ({ ...parameter, name: ungroupedPagingParameter(parameter.path) }))
  const names = all.map(({ name }) => name)
  return all
    .filter(({ name }) => isPagingMemberName(name, names))
    .map(({ facets, ...parameter }) => ({ ...facets(), ...parameter }))
    .filter(({ types }) => !types.has('boolean'))
}

/** Path of the flag that there are more pages or, failing that, of the flag that this is the last page. */
export function pagingEnd(values: readonly PagingValue[]): Pick<PagesDescriptor, 'more' | 'last'> {
  const flag = (known: WordVocabulary) =>
    values.find(({ name, types }) => known.has(name) && types.has('boolean'))?.path
  const [more, last] = [flag(paging.more), flag(paging.last)]
  if (more !== undefined) return { more }
  return last === undefined ? {} : { last }
}

/** True if a parameter accepts a value; in a query, numbers are strings. */
export function pagingParameterTakes(parameter: PagingParameter, value: Facets): boolean {
  return haveTypeInCommon(parameter, value) || (isText(parameter) && isCountFacets(value))
}

function isText({ in: location, types }: PagingParameter): boolean {
  return location === 'query' && types.has('string')
}

function haveTypeInCommon(one: Facets, other: Facets): boolean {
  const kinds = (facets: Facets) =>
    new Set([...facets.types].map((type) => (type === 'integer' ? 'number' : type)))
  return ['string', 'number'].some((type) => kinds(one).has(type) && kinds(other).has(type))
}

/** True for a number, possibly null, that cannot be a string. */
export function isCountFacets({ types }: Facets): boolean {
  return (types.has('integer') || types.has('number')) && !types.has('string')
}

/** A path as written in messages: in quotes, with dots between its steps. */
export function writtenPagingPath({ path }: { readonly path: MemberPath }): string {
  return `"${path.join('.')}"`
}
