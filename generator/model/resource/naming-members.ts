import { identifiers, secrets, snakeCase, stemInPath } from '@concordat/contract/lexicon'
import type { NamePlace, OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { isOfItems } from './called-operation.ts'

/** What a request may name an item by, elsewhere than in its path. */
export interface Naming extends NamePlace {
  readonly isRequired: boolean
  /** False where nothing but that it is required speaks for it. */
  readonly isTelling: boolean
}

type Wanted = Omit<Naming, 'isTelling'>

/** Members of the body, or else parameters of the query, that may name an item of the collection, the likeliest first. */
export function namingsOf(
  operation: OperationDescriptor,
  { collection, facts }: { readonly collection: string; readonly facts: SchemaFacts },
): readonly Naming[] {
  const all = [...membersOf(operation, facts), ...queryOf(operation, facts)].filter(
    ({ name }) => !secrets.members.has(name),
  )
  const own = all.filter(({ name }) => isOfItems(name, collection))
  const usual = identifiers.usual.sorted(all, ({ name }) => name)
  const telling = new Set([...own, ...usual])
  const required = all.filter(({ isRequired }) => isRequired)
  const [only, ...others] = required
  return [
    ...[...telling].map((one) => ({ ...one, isTelling: true })),
    ...(only === undefined || others.length > 0 || telling.has(only) ? [] : [{ ...only, isTelling: false }]),
  ]
}

/** What most of several operations call an item: where none of them tells, the one thing that they want. */
export function commonName(all: readonly Naming[]): string | undefined {
  const telling = all.filter(({ isTelling }) => isTelling)
  const counts = Map.groupBy(telling.length > 0 ? telling : all, ({ name }) => snakeCase(name))
  const [most = []] = [...counts.values()].toSorted((one, other) => other.length - one.length)
  return telling.length > 0 || most.length > 1 ? most[0]?.name : undefined
}

/** True for two names of one thing: "boatId" and "id", "boat" and "boat_name" of "/boats". */
export function isSameName(one: string, other: string, collection: string): boolean {
  if (snakeCase(one) === snakeCase(other)) return true
  const isOwn = (name: string): boolean => stemInPath(name) === '' || isOfItems(name, collection)
  const [end, otherEnd] = [endOf(one), endOf(other)]
  return isOwn(one) && isOwn(other) && (end === otherEnd || end === '' || otherEnd === '')
}

/** "id" of "boatId" and of "id". */
function endOf(name: string): string {
  return snakeCase(name).slice(stemInPath(name).length).replace(/^_/, '')
}

function membersOf({ requestBody }: OperationDescriptor, facts: SchemaFacts): readonly Wanted[] {
  const [body] = Object.values(requestBody?.content ?? {})
  const required = facts.required(body?.schema)
  return [...facts.properties(body?.schema)].flatMap(([name, schema]) =>
    isScalar(schema, facts) ? [{ in: 'body', name, isRequired: required.includes(name) }] : [],
  )
}

function queryOf({ parameters = [] }: OperationDescriptor, facts: SchemaFacts): readonly Wanted[] {
  return parameters.flatMap(({ in: location, name, required = false, schema }) =>
    location === 'query' && isScalar(schema, facts) ? [{ in: 'query', name, isRequired: required }] : [],
  )
}

/** True for a free text or an integer. */
function isScalar(schema: JsonSchema | undefined, facts: SchemaFacts): boolean {
  const { types } = facts.facets(schema)
  const isChoice = facts.parts(schema).some((part) => 'enum' in part || 'const' in part)
  const isName = [...types].every((type) => type === 'string' || type === 'integer' || type === 'null')
  return types.size > 0 && isName && !isChoice
}
