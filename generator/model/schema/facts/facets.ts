import { descriptions } from '@concordat/runtime/lexicon'
import type { SchemaObject } from '@concordat/runtime/schema'
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

type Keywords = Pick<SchemaObject, 'format' | 'description' | 'default' | 'minimum' | 'exclusiveMinimum'>

/** What a schema says first of its values, in itself or in what holds with it. */
export interface Stated extends Keywords {
  /** Of the schema, else of its alternatives; absent if nothing names any. */
  readonly types?: readonly string[]
  readonly alternatives: Pick<Facets, 'isUrl' | 'isOfNext'>
}

const NO_ALTERNATIVES = { isUrl: false, isOfNext: false }
const FIRST = ['types', 'format', 'description', 'default', 'minimum', 'exclusiveMinimum'] as const

export const STATED: FactRules<Stated> = {
  own: ({ type, ...keywords }) => ({
    ...firsts([{ ...keywords, ...(type !== undefined && { types: [type].flat() }) }]),
    alternatives: NO_ALTERNATIVES,
  }),
  together: (all) => ({ ...firsts(all), alternatives: anyOf(all.map(({ alternatives }) => alternatives)) }),
  either(all) {
    const types = all.flatMap((each) => each.types ?? [])
    return { ...(types.length > 0 && { types }), alternatives: anyOf(all.map(facetsOf)) }
  },
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

/** Of each keyword what is said first. */
function firsts(all: readonly Omit<Stated, 'alternatives'>[]): Omit<Stated, 'alternatives'> {
  const found = FIRST.flatMap((name) => {
    const value = all.map((each) => each[name]).find((each) => each !== undefined)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(found)
}

function anyOf(all: readonly Pick<Facets, 'isUrl' | 'isOfNext'>[]): Stated['alternatives'] {
  return { isUrl: all.some(({ isUrl }) => isUrl), isOfNext: all.some(({ isOfNext }) => isOfNext) }
}
