import { paging, type Vocabulary } from '@concordat/contract/lexicon'
import type { MemberPath, OperationDescriptor, PagesDescriptor } from '@concordat/runtime/http'
import { jsonMedia } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Facets } from '../schema/facts/facets.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import type { BodyReader, ItemArray, Value } from './answer.ts'
import { parameterName, tellsOfPages } from './names.ts'

/** Readers of schemas. */
export interface Readers {
  readonly facts: SchemaFacts
  readonly bodies: BodyReader
}

/** A query parameter or a member of the request body that can choose the page. */
export interface Parameter extends Facets {
  readonly in: 'query' | 'body'
  readonly path: MemberPath
  /** Plain. */
  readonly name: string
}

/** One operation as the styles look at it. */
export interface Subject {
  readonly operation: OperationDescriptor
  readonly items: ItemArray
  /** Parameters that choose a page. */
  readonly parameters: readonly Parameter[]
  /** Values of the answer, beside the items and in objects for paging. */
  readonly values: readonly Value[]
  /** Arrays of the answer at such places, the items' own among them. */
  readonly arrays: readonly ItemArray[]
  /** Signs that there are more pages, or that this is the last. */
  readonly end: Pick<PagesDescriptor, 'more' | 'last'>
  readonly readers: Readers
  /** Descriptions of the operation, its parameters and its success. */
  readonly prose: string
}

/** Style of pages. */
export type PageStyle = Omit<PagesDescriptor, 'items'>

/** Why a style is not certain, and how it would be. */
interface Doubt {
  readonly doubt: string
  /** Pages that a walk may follow which only looks around. */
  readonly likely?: PageStyle
  /** Style that a user could state, if it is so; absent: the likely one. */
  readonly stated?: PageStyle
}

export type Verdict = PageStyle | Doubt

/** Pages of a list, with the schema of one item; or why they are not certain, and what is likely. */
export type Paging =
  | {
      readonly pages: PagesDescriptor
      readonly item: JsonSchema
      /**
       * Style in which the server may name its next page, beside pages that are counted from an unknown
       * start.
       */
      readonly likely?: PageStyle
    }
  | {
      readonly unproven: string
      /** Pages that a walk may follow which only looks around. */
      readonly likely?: PageStyle
      /** Pages that a user could state, if it is so. */
      readonly stated?: PagesDescriptor
    }

/**
 * The parameters for paging, limits among them. Names are compared first: few concern pages,
 * and only their schemas are read.
 */
export function pagingParameters(operation: OperationDescriptor, readers: Readers): readonly Parameter[] {
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const { places } = readers.bodies.members(jsonMedia(operation.requestBody?.content)?.media.schema)
  const all = [
    ...query.map(({ name, schema }) => {
      return { in: 'query' as const, path: [name], facets: () => readers.facts.facets(schema) }
    }),
    ...places.map((place) => ({ in: 'body' as const, path: place.path, facets: () => place.value })),
  ].map((parameter) => ({ ...parameter, name: parameterName(parameter.path) }))
  const names = all.map(({ name }) => name)
  return all
    .filter(({ name }) => tellsOfPages(name, names))
    .map(({ facets, ...parameter }) => ({ ...facets(), ...parameter }))
    .filter(({ types }) => !types.has('boolean'))
}

/** Value that tells whether there are more pages. */
export function endOf(values: readonly Value[]): Pick<PagesDescriptor, 'more' | 'last'> {
  const flag = (known: Vocabulary) =>
    values.find(({ name, types }) => known.has(name) && types.has('boolean'))?.path
  const [more, last] = [flag(paging.more), flag(paging.last)]
  if (more !== undefined) return { more }
  return last === undefined ? {} : { last }
}

/** True if a parameter takes a value: a query has numbers as texts. */
export function takes(parameter: Parameter, value: Facets): boolean {
  return haveTypeInCommon(parameter, value) || (isText(parameter) && isCount(value))
}

function isText({ in: location, types }: Parameter): boolean {
  return location === 'query' && types.has('string')
}

function haveTypeInCommon(one: Facets, other: Facets): boolean {
  const kinds = (facets: Facets) =>
    new Set([...facets.types].map((type) => (type === 'integer' ? 'number' : type)))
  return ['string', 'number'].some((type) => kinds(one).has(type) && kinds(other).has(type))
}

/** True if a value is a whole number, perhaps null. */
export function isCount({ types }: Facets): boolean {
  return (types.has('integer') || types.has('number')) && !types.has('string')
}

/** Path as a reader of the document writes it. */
export function shown({ path }: { readonly path: MemberPath }): string {
  return `"${path.join('.')}"`
}
