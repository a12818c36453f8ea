import fc from 'fast-check'
import { expect } from 'vitest'
import type { PersonsView } from '../../../../generated/types.ts'
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

/** Conditions that often hold; most often none. */
export const conditions = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Condition[]>([]) },
  { weight: 1, arbitrary: fc.array(condition, { maxLength: 2 }) },
)

/** The same, or in groups of which one holds another. */
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

/** A parameter that is absent most often: a query with all of them finds nobody. */
export const rarely = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** A search and a page, which every view has; most often neither. */
const selections = fc.record({
  search: rarely(fc.constantFrom('P1@', '0-oth', 'p')),
  limit: rarely(fc.constantFrom(1, 2)),
  offset: rarely(fc.constantFrom(0, 1, 2)),
})

/** An event, or every one. */
export const step: fc.Arbitrary<Step> = fc
  .record({ id: fc.constantFrom<(string | null)[]>('a', 'a', 'b', 'b', 'c', null), properties: conditions })
  .map(({ id, properties }) => (properties.length === 0 ? { id } : { id, properties }))

/** Dates and conditions of a query; most look at everything. */
export const frame = fc.record({
  from: fc.constantFrom(worldStart, worldStart, worldStart + 30 * hour),
  to: fc.constantFrom(worldEnd, worldEnd, worldEnd - 20 * hour),
  properties: filters,
})

/** Parameters by name; `undefined` for one that is not sent. */
export type Parameters = Readonly<Record<string, unknown>>

/** The parameters of GET and POST that a frame stands for. */
export const parametersOf = ({ from, to, properties }: Omit<Frame, 'world'>): Parameters => ({
  date_from: new Date(from).toISOString(),
  date_to: new Date(to).toISOString(),
  ...filtering(properties),
})

/** A filter as a parameter; none for one that is empty. */
export const filtering = (properties: Filter): Parameters =>
  'length' in properties && properties.length === 0 ? {} : { properties }

/** Ids of the persons of a view. */
export const idsOf = ({ results: [page] }: PersonsView) => page?.people.map(({ id }) => id)

/** What a test computes from, and how it names the persons whom it expects. */
export interface Ground {
  readonly world: World
  readonly idOf: (person: WorldPerson) => number
}

/** Asks for the views of one project, whose persons and events are replaced for each comparison. */
export interface Comparison {
  get<Body>(view: string, parameters: Parameters): Promise<Body>
  post(view: string, parameters: Parameters): Promise<PersonsView>
  /** Holds a view against what a test computes, over random projects and queries. */
  compare<Query extends object>(
    query: fc.Arbitrary<Query>,
    look: (query: Query) => Promise<unknown>,
    expected: (query: Query, ground: Ground) => readonly unknown[],
  ): Promise<void>
}

/** Searches go through e-mail addresses, names, of which there are no others here, and distinct ids. */
function isFound({ properties, distinctIds }: WorldPerson, search = ''): boolean {
  const texts = [String(properties['email'] ?? ''), ...distinctIds]
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()))
}

export function createComparison(service: TestService, tenant: Tenant): Comparison {
  let selection: Parameters = {}

  async function get<Body>(view: string, parameters: Parameters): Promise<Body> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...selection, ...parameters })) {
      if (value !== undefined) query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const answer = await tenant.owner.api.get<Body>(
      `/api/projects/${tenant.projectId}/persons/${view}/?${query.toString()}`,
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }

  async function post(view: string, { properties, ...parameters }: Parameters): Promise<PersonsView> {
    // Either form of the conditions that must all hold, a list of two being one.
    const isOne = Array.isArray(properties) && properties.length === 1
    const group = { properties: isOne ? { type: 'AND', values: properties } : properties }
    const path = `/api/projects/${tenant.projectId}/persons/${view}`
    const answer = await tenant.owner.api.post<PersonsView>(path, {
      ...selection,
      ...parameters,
      ...(properties === undefined ? {} : group),
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }

  async function compare<Query extends object>(
    query: fc.Arbitrary<Query>,
    look: (query: Query) => Promise<unknown>,
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
          selection = chosen
          expect(await look(one), JSON.stringify([one, chosen])).toEqual(wanted)
        }
      }),
      runs,
    )
    // A query that finds nobody proves little.
    expect(found).toBeGreaterThan(runs.numRuns / 2)
  }

  return { get, post, compare }
}
