import { descriptions } from '@concordat/runtime/lexicon'
import type { FactRules } from '@concordat/runtime/schema-view'

/** What every value of a schema is known to have, whichever of its parts says so. */
export interface Facets {
  readonly types: ReadonlySet<unknown>
  /** The value is a URL: by its format, or by what its description begins with. */
  readonly isUrl: boolean
  /** Its description says that it belongs to what comes next. */
  readonly isOfNext: boolean
  readonly default?: unknown
  readonly minimum?: unknown
}

const URL_FORMAT = ['uri', 'uri-reference', 'iri', 'iri-reference', 'url']

/** What a schema says first of its values, in itself or in what holds with it. */
export interface Stated {
  /** Of the schema, else of its alternatives; absent if nothing names any. */
  readonly types: readonly string[] | undefined
  readonly format: string | undefined
  readonly description: string | undefined
  readonly default: unknown
  readonly minimum: number | undefined
  readonly exclusiveMinimum: number | undefined
  readonly alternatives: Pick<Facets, 'isUrl' | 'isOfNext'>
}

const NO_ALTERNATIVES = { isUrl: false, isOfNext: false }

export const STATED: FactRules<Stated> = {
  own: ({ type, format, description, default: fallback, minimum, exclusiveMinimum }) => ({
    types: typeof type === 'string' ? [type] : type,
    format,
    description,
    default: fallback,
    minimum,
    exclusiveMinimum,
    alternatives: NO_ALTERNATIVES,
  }),
  together: (all) => ({
    types: first(all, 'types'),
    format: first(all, 'format'),
    description: first(all, 'description'),
    default: first(all, 'default'),
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

export function facetsOf(stated: Stated): Facets {
  const { types = [], format = '', description = '', minimum, exclusiveMinimum, alternatives } = stated
  return {
    types: new Set(types),
    isUrl: URL_FORMAT.includes(format) || descriptions.isUrl(description) || alternatives.isUrl,
    isOfNext: descriptions.isOfNext(description) || alternatives.isOfNext,
    default: stated.default,
    minimum: minimum ?? (exclusiveMinimum === 0 && types.includes('integer') ? 1 : undefined),
  }
}

function anyOf(all: readonly Pick<Facets, 'isUrl' | 'isOfNext'>[]): Stated['alternatives'] {
  return { isUrl: all.some(({ isUrl }) => isUrl), isOfNext: all.some(({ isOfNext }) => isOfNext) }
}
