import { descriptions } from '@concordat/contract/lexicon'
import type { JsonSchema } from '@concordat/runtime/schema'
import { type FactRules, SchemaFact } from '@concordat/runtime/schema-view'

/** Facts about all values of a schema, which can be stated by any of its parts. */
export interface Facets {
  readonly types: ReadonlySet<unknown>
  /** True for a URL, according to the format or the beginning of the description. */
  readonly isUrl: boolean
  /** True if the value's description says that it belongs to the next page. */
  readonly isOfNext: boolean
  /** True if the number's description says that it counts only the items of one page. */
  readonly isOfPage: boolean
  /** True for a number, possibly as a string, according to type, default, minimum, example or description. */
  readonly isNumber: boolean
  readonly default?: unknown
  readonly minimum?: unknown
}

const URL_FORMAT = ['uri', 'uri-reference', 'iri', 'iri-reference', 'url']

/** For each keyword, the first value stated by a schema or by a part that applies with it. */
interface Stated {
  /** Types stated by the schema or, failing that, by its alternatives; `undefined` if neither states any. */
  readonly types: readonly string[] | undefined
  readonly format: string | undefined
  readonly description: string | undefined
  readonly default: unknown
  readonly example: unknown
  readonly examples: unknown
  readonly minimum: number | undefined
  readonly exclusiveMinimum: number | undefined
  readonly alternatives: Pick<Facets, 'isUrl' | 'isOfNext'>
}

const NO_ALTERNATIVES = { isUrl: false, isOfNext: false }

const STATED: FactRules<Stated> = {
  own: ({ type, format, description, default: fallback, example, examples, minimum, exclusiveMinimum }) => ({
    types: typeof type === 'string' ? [type] : type,
    format,
    description,
    default: fallback,
    example,
    examples,
    minimum,
    exclusiveMinimum,
    alternatives: NO_ALTERNATIVES,
  }),
  together: (all) => ({
    types: first(all, 'types'),
    format: first(all, 'format'),
    description: first(all, 'description'),
    default: first(all, 'default'),
    example: first(all, 'example'),
    examples: first(all, 'examples'),
    minimum: first(all, 'minimum'),
    exclusiveMinimum: first(all, 'exclusiveMinimum'),
    alternatives: anyOf(all.map(({ alternatives }) => alternatives)),
  }),
  either(all) {
    const types = all.flatMap((each) => each.types ?? [])
    return {
      ...STATED.own({}),
      types: types.length > 0 ? types : undefined,
      alternatives: anyOf(all.map(facetsOf)),
    }
  },
}

function first<Name extends keyof Stated>(all: readonly Stated[], name: Name): Stated[Name] | undefined {
  return all.find((each) => each[name] !== undefined)?.[name]
}

/**
 * The facets of a document's schemas. Each definition is read only once, because the same definitions occur
 * in many bodies.
 */
export class FacetReader {
  readonly #stated: SchemaFact<Stated>
  readonly #known = new Map<JsonSchema | undefined, Facets>()

  /** @param resolve returns the target of a reference. */
  constructor(resolve: (reference: string) => JsonSchema | undefined) {
    this.#stated = new SchemaFact(resolve, STATED)
  }

  of(schema: JsonSchema | undefined): Facets {
    const facets = this.#known.get(schema) ?? facetsOf(this.#stated.of(schema))
    this.#known.set(schema, facets)
    return facets
  }
}

/** True if every value is a string. */
export function areOnlyTextFacets({ types }: Pick<Facets, 'types'>): boolean {
  return types.size > 0 && [...types].every((type) => type === 'string')
}

function facetsOf(stated: Stated): Facets {
  const { types = [], format = '', description = '', minimum, exclusiveMinimum, alternatives } = stated
  return {
    types: new Set(types),
    isUrl: URL_FORMAT.includes(format) || descriptions.isUrl(description) || alternatives.isUrl,
    isOfNext: descriptions.isOfNext(description) || alternatives.isOfNext,
    isOfPage: descriptions.isOfPage(description),
    isNumber: isNumber(stated),
    default: stated.default,
    minimum: minimum ?? (exclusiveMinimum === 0 && types.includes('integer') ? 1 : undefined),
  }
}

function isNumber({ types = [], description = '', minimum, ...shown }: Stated): boolean {
  if (types.some((type) => type !== 'string' && type !== 'null'))
    return types.every((type) => type === 'integer' || type === 'number' || type === 'null')
  const values = [shown.default, shown.example, shown.examples].flat()
  return minimum !== undefined || values.some(isWhole) || descriptions.isNumber(description)
}

function isWhole(value: unknown): boolean {
  return typeof value === 'string' ? /^\d+$/.test(value) : Number.isInteger(value)
}

function anyOf(all: readonly Pick<Facets, 'isUrl' | 'isOfNext'>[]): Stated['alternatives'] {
  return { isUrl: all.some(({ isUrl }) => isUrl), isOfNext: all.some(({ isOfNext }) => isOfNext) }
}
