import { numbersLike, textsLike, ValueSubject } from '@concordat/contract/lexicon'
import { isObject } from '@concordat/runtime/json'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { type Statement, statementsOf, type Visitor, visitStatement } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { referredNamedSchema } from '../../model/schema/references.ts'

type Definitions = Readonly<Record<string, JsonSchema>>

/** Maximum depth of a sample. Recursive schemas end at this depth. */
const DEEPEST = 6

/** Number of nested objects, from the outermost, of which a full sample has the optional members too. */
const FULL_OBJECTS = 2

/** Samples for formats, which are more specific than names. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  time: '12:00:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
}

/** All samples describe the same fictitious subject. */
const SUBJECT = new ValueSubject(4711)

/** Context of a sample. */
interface About {
  /** Name of the member or parameter; for items, the name of the list. */
  readonly name?: string
  /** The component or member that contains the value. */
  readonly of?: string
  readonly siblings?: readonly string[]
  /** Depth in the sample. */
  readonly depth?: number
  /** Number of objects whose optional members are still shown; 0 if absent. */
  readonly full?: number
}

/** A sample that shows what a value can contain, and not only what it must. */
export function fullSample(schema: JsonSchema | undefined, definitions: Definitions): unknown {
  return referenceSample(schema, definitions, { full: FULL_OBJECTS })
}

/**
 * Returns a sample value for a schema: its first example, its default, a listed value or, failing these, a
 * value with the required members. The sample can be invalid.
 */
export function referenceSample(
  schema: JsonSchema | undefined,
  definitions: Definitions,
  about: About = {},
): unknown {
  const { examples, default: fallback } = keywordsOf(schema)
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (fallback !== undefined) return fallback
  const statements = statementsOf(schema)
  const sampler = new Sampler(definitions, about)
  const listed = statements.find(({ kind }) => kind === 'values')
  const [value] = listed === undefined ? [] : visitStatement(listed, sampler)
  if (value !== undefined) return value
  if ((about.depth ?? 0) > DEEPEST) return {}
  const [first] = statements
  // A reference is sufficient.
  if (first?.kind === 'reference') return together(visitStatement(first, sampler))
  const composed = statements.filter(({ kind }) => kind === 'all' || kind === 'union')
  const own = statements.filter((statement) => !composed.includes(statement))
  const values = (some: readonly Statement[]) =>
    some.flatMap((statement) => visitStatement(statement, sampler))
  return together(values(own), values(composed))
}

/**
 * Combines values. Objects are merged, and lists are combined item by item. If there are both, only values of
 * the kind that comes first are used. If there is neither, the value of a composition takes precedence,
 * because it is more specific than the value of the type.
 */
function together(own: readonly unknown[], composed: readonly unknown[] = []): unknown {
  const values = [...own, ...composed]
  const first = values.find((value) => typeof value === 'object' && value !== null)
  if (isObject(first)) return Object.assign({}, ...values.filter(isObject))
  if (!Array.isArray(first)) return [...composed, ...own].find((value) => value !== undefined)
  const lists = values.filter(Array.isArray)
  const itemsAt = (index: number) => (value: unknown) => (Array.isArray(value) ? [value[index]] : [])
  return Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, index) =>
    together(own.flatMap(itemsAt(index)), composed.flatMap(itemsAt(index))),
  )
}

/**
 * Creates sample values for a schema's statements. Each method returns a list, which is empty if there is
 * nothing to show.
 */
class Sampler implements Visitor<readonly unknown[]> {
  readonly #definitions: Definitions
  readonly #about: About

  constructor(definitions: Definitions, about: About) {
    this.#definitions = definitions
    this.#about = about
  }

  nothing = () => []
  reference = ({ $ref }: Statement<'reference'>) => [
    this.#inner(this.#definitions[referredNamedSchema($ref) ?? ''], {
      of: referredNamedSchema($ref) ?? '',
    }),
  ]
  values = ({ values }: Statement<'values'>) => values.slice(0, 1)
  object = ({ schema: { required = [], properties = {} } }: Statement<'object'>) => {
    const siblings = Object.keys(properties)
    const { full = 0 } = this.#about
    const shown = full > 0 ? new Set([...siblings, ...required]) : required
    return [
      Object.fromEntries(
        [...shown].map((name) => [name, this.#inner(properties[name], { name, siblings, full: full - 1 })]),
      ),
    ]
  }
  array = ({ schema }: Statement<'array'>) => [[this.#inner(schema.items)]]
  string = ({ schema }: Statement<'string'>) => [
    BY_FORMAT[schema.format ?? ''] ?? this.#text(schema) ?? 'text',
  ]
  number = ({ schema }: Statement<'number'>) => [this.#number(schema) ?? schema.minimum ?? 1]
  boolean = () => [true]
  null = () => [null]
  all = ({ parts }: Statement<'all'>) => parts.map((part) => this.#inner(part))
  union = ({ alternatives }: Statement<'union'>) =>
    alternatives.slice(0, 1).map((alternative) => this.#inner(alternative))

  types({ statements }: Statement<'types'>): readonly unknown[] {
    const shown = statements.find(({ kind }) => kind !== 'null')
    return shown === undefined ? [] : visitStatement(shown, this)
  }

  #text(keywords: SchemaObject): string | undefined {
    const { name = '', of, siblings = [] } = this.#about
    const isSaid = name !== '' || keywords.format !== undefined
    return isSaid ? textsLike({ name, of, siblings, keywords }, SUBJECT)[0] : undefined
  }

  #number(keywords: SchemaObject): number | undefined {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, type } = keywords
    return numbersLike({ ...this.#about, name: this.#about.name ?? '', keywords }, SUBJECT).find(
      (value) => value >= minimum && value <= maximum && (type !== 'integer' || Number.isInteger(value)),
    )
  }

  /** @param about members of the context that differ from the current ones. */
  #inner(schema: JsonSchema | undefined, about: About = {}): unknown {
    const { name, of, depth = 0 } = this.#about
    const isMember = about.name !== undefined
    return referenceSample(schema, this.#definitions, {
      ...this.#about,
      ...(isMember && of === undefined && name !== undefined && { of: name }),
      ...about,
      depth: depth + 1,
    })
  }
}
