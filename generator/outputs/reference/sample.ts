import type { JsonSchema } from '@concordat/runtime/schema'
import { type Statement, statementsOf, type Visitor, visit } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../../model/schema/references.ts'

type Definitions = Readonly<Record<string, JsonSchema>>

/** Levels of schemas that a sample shows; what recurs ends there. */
const DEEPEST = 6

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
}

/** A value that shows what a schema is about: its example or default, else one with its required members. It need not be valid. */
export function sampleOf(schema: JsonSchema | undefined, definitions: Definitions, depth = 0): unknown {
  const { examples, default: fallback } = keywordsOf(schema)
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (fallback !== undefined) return fallback
  const statements = statementsOf(schema)
  const sampler = new Sampler(definitions, depth)
  const listed = statements.find(({ kind }) => kind === 'values')
  const [value] = listed === undefined ? [] : visit(listed, sampler)
  if (value !== undefined) return value
  if (depth > DEEPEST) return {}
  const [first] = statements
  // A reference shows enough.
  if (first?.kind === 'reference') return together(visit(first, sampler))
  const composed = statements.filter(({ kind }) => kind === 'all' || kind === 'union')
  const own = statements.filter((statement) => !composed.includes(statement))
  const values = (some: readonly Statement[]) => some.flatMap((statement) => visit(statement, sampler))
  return together(values(own), values(composed))
}

/** One value for all: an object with the members of each, else what a composition shows, which says more than the type beside it. */
function together(own: readonly unknown[], composed: readonly unknown[] = []): unknown {
  const values = [...own, ...composed]
  const objects = values.filter((value) => typeof value === 'object' && value !== null)
  if (values.length > 1 && objects.length > 0) return Object.assign({}, ...objects)
  return [...composed, ...own].find((value) => value !== undefined)
}

/** Values for statements: none where nothing shows. */
class Sampler implements Visitor<readonly unknown[]> {
  readonly #definitions: Definitions
  readonly #depth: number

  constructor(definitions: Definitions, depth: number) {
    this.#definitions = definitions
    this.#depth = depth
  }

  nothing = () => []
  reference = ({ $ref }: Statement<'reference'>) => [
    this.#inner(this.#definitions[definitionName($ref) ?? '']),
  ]
  values = ({ values }: Statement<'values'>) => values.slice(0, 1)
  object = ({ schema: { required = [], properties = {} } }: Statement<'object'>) => [
    Object.fromEntries(required.map((name) => [name, this.#inner(properties[name])])),
  ]
  array = ({ schema }: Statement<'array'>) => [[this.#inner(schema.items)]]
  string = ({ schema }: Statement<'string'>) => [BY_FORMAT[schema.format ?? ''] ?? 'text']
  number = ({ schema }: Statement<'number'>) => [schema.minimum ?? 1]
  boolean = () => [true]
  null = () => [null]
  all = ({ parts }: Statement<'all'>) => parts.map((part) => this.#inner(part))
  union = ({ alternatives }: Statement<'union'>) =>
    alternatives.slice(0, 1).map((alternative) => this.#inner(alternative))

  types({ statements }: Statement<'types'>): readonly unknown[] {
    const shown = statements.find(({ kind }) => kind !== 'null')
    return shown === undefined ? [] : visit(shown, this)
  }

  #inner(schema: JsonSchema | undefined): unknown {
    return sampleOf(schema, this.#definitions, this.#depth + 1)
  }
}
