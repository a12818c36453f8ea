import fc from 'fast-check'
import { expect } from 'vitest'
import type { Api as Client } from '../../../../generated/client.ts'
import type { PersonQuery, PersonsView } from '../../../../generated/types.ts'
import type { Tenant, TestService } from '../harness.ts'
import type { Condition, Filter, Frame, Step } from './naive.ts'
import { anyWorld, fillProject, type World, type WorldPerson, worldEnd, worldStart } from './world.ts'

export const hour = 3_600_000
export const day = 24 * hour
const runs = { numRuns: 60, seed: Number(process.env['CONCORDAT_SEED'] ?? 20_240_326), endOnFailure: true }

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constant('event' as const),
    key: fc.constant('color'),
    value: fc.constantFrom<string | string[]>('red', 'blue', ['red', 'Blue']),
    operator: fc.constantFrom('exact', 'is_not', 'is_set', 'is_not_set'),
  }),
  fc.record({
    type: fc.constant('event' as const),
    key: fc.constant('color'),
    value: fc.constantFrom('red', 'blu', '^[rB]', 'e$'),
    operator: fc.constantFrom('icontains', 'not_icontains', 'regex', 'not_regex'),
  }),
  fc.record({
    type: fc.constant('event' as const),
    key: fc.constant('size'),
    value: fc.constantFrom(1, 2, '3'),
    operator: fc.constantFrom('exact', 'gt', 'gte', 'lt', 'lte'),
  }),
  fc.record({
    type: fc.constant('person' as const),
    key: fc.constant('plan'),
    value: fc.constantFrom('free', 'pro'),
    operator: fc.constantFrom('exact', 'is_not', 'is_set'),
  }),
)

/** Conditions that often hold; usually none. */
export const conditions = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Condition[]>([]) },
  { weight: 1, arbitrary: fc.array(condition, { maxLength: 2 }) },
)

/** Conditions, or a group that contains another group. */
export const filters: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: conditions },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('AND' as const, 'OR' as const), fc.tuple(condition, condition, condition))
      .map(([type, [first, ...others]]) => ({
        type,
        values: [first, { type: type === 'OR' ? ('AND' as const) : ('OR' as const), values: others }],
      })),
  },
)

/** A parameter that is usually absent, because a query with all of them would find nobody. */
export const rarely = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** The search and paging parameters of every view; usually none. */
const selections = fc
  .record({
    search: rarely(fc.constantFrom('P1@', '0-oth', 'p')),
    limit: rarely(fc.constantFrom(1, 2)),
    offset: rarely(fc.constantFrom(0, 1, 2)),
  })
  .map(given)

export interface Selection {
  readonly search?: string
  readonly limit?: number
  readonly offset?: number
}

/** A step for one event, or for any event. */
export const step: fc.Arbitrary<Step> = fc
  .record({ id: fc.constantFrom<(string | null)[]>('a', 'a', 'b', 'b', 'c', null), properties: conditions })
  .map(({ id, properties }) => (properties.length === 0 ? { id } : { id, properties }))

/** A query's dates and conditions; most cover everything. */
export const frame = fc.record({
  from: fc.constantFrom(worldStart, worldStart, worldStart + 30 * hour),
  to: fc.constantFrom(worldEnd, worldEnd, worldEnd - 20 * hour),
  properties: filters,
})

/** Parameters without those that are `undefined`, which are not sent. */
type Given<Parameters> = {
  [Name in keyof Parameters as undefined extends Parameters[Name] ? never : Name]: Parameters[Name]
} & {
  [Name in keyof Parameters as undefined extends Parameters[Name] ? Name : never]?: Exclude<
    Parameters[Name],
    undefined
  >
}

export function given<Parameters extends object>(parameters: Parameters): Given<Parameters> {
  return Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== undefined),
  ) as Given<Parameters>
}

/** Returns a frame's parameters, for GET and POST. */
export const parametersOf = ({ from, to, properties }: Omit<Frame, 'world'>) => ({
  date_from: new Date(from).toISOString(),
  date_to: new Date(to).toISOString(),
  ...filtering(properties),
})

/** Returns a filter as a parameter; an empty filter is omitted. */
export const filtering = (properties: Filter): { properties?: Filter } =>
  'length' in properties && properties.length === 0 ? {} : { properties }

/**
 * Returns a filter as a body property. Conditions that must all hold can be a group or a list: a single one
 * becomes a group, several become a list.
 */
export const filteringBody = (filter: Filter | undefined): Pick<PersonQuery, 'properties'> => {
  if (filter === undefined) return {}
  if (!('length' in filter)) return { properties: { ...filter } }
  return { properties: filter.length === 1 ? { type: 'AND', values: filter } : filter }
}

/** Returns the ids of the persons in a view. */
export const idsOf = ({ results: [page] }: PersonsView) => page?.people.map(({ id }) => id)

/** The data from which a test computes its expectation, and the ids of the persons in it. */
export interface Ground {
  readonly world: World
  readonly idOf: (person: WorldPerson) => number
}

/** Queries the views of one project, whose persons and events are replaced for each comparison. */
export interface Comparison {
  readonly persons: Client['persons']
  /** The project. */
  readonly path: { readonly project_id: string }
  /** Compares a view with a test's own computation, over random projects and queries. */
  compare<Query extends object>(
    query: fc.Arbitrary<Query>,
    look: (query: Query, selection: Selection) => Promise<unknown>,
    expected: (query: Query, ground: Ground) => readonly unknown[],
  ): Promise<void>
}

/**
 * Searches cover names, e-mail addresses and distinct ids. These persons have no names other than their
 * e-mail addresses.
 */
function isFound({ properties, distinctIds }: WorldPerson, search = ''): boolean {
  const texts = [String(properties['email'] ?? ''), ...distinctIds]
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()))
}

export function createComparison(service: TestService, tenant: Tenant): Comparison {
  async function compare<Query extends object>(
    query: fc.Arbitrary<Query>,
    look: (query: Query, selection: Selection) => Promise<unknown>,
    expected: (query: Query, ground: Ground) => readonly unknown[],
  ): Promise<void> {
    let found = 0
    const queries = fc.array(fc.tuple(query, selections), { minLength: 3, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(anyWorld, queries, async (world, asked) => {
        const ids = await fillProject(service.db, { projectId: tenant.projectId, world })
        const idOf = (person: WorldPerson) => ids[world.persons.indexOf(person)] ?? Number.NaN
        for (const [one, chosen] of asked) {
          const { search, limit = 100, offset = 0 } = chosen
          const persons = world.persons.filter((person) => isFound(person, search))
          const all = expected(one, { world: { ...world, persons }, idOf })
          const wanted = all.slice(offset, offset + limit)
          if (all.length > 0) found += 1
          expect(await look(one, chosen), JSON.stringify([one, chosen])).toEqual(wanted)
        }
      }),
      runs,
    )
    // A query that finds nobody proves little.
    expect(found).toBeGreaterThan(runs.numRuns / 2)
  }

  return { persons: tenant.owner.client.persons, path: { project_id: String(tenant.projectId) }, compare }
}
