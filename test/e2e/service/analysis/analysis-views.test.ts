import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PersonsRetention, PersonsView } from '../../../../generated/types.ts'
import { startTestService, type Tenant, type TestService } from '../harness.ts'
import {
  type Condition,
  type Frame,
  furthestRun,
  historyOf,
  isStep,
  periodName,
  type Step,
  sessionsOf,
  walksPath,
} from './naive.ts'
import { anyWorld, fillProject, type World, type WorldPerson, worldEnd, worldStart } from './world.ts'

let service: TestService
let tenant: Tenant
beforeAll(async () => {
  service = await startTestService()
  tenant = await service.makeTenant()
})
afterAll(() => service.stop())

const hour = 3_600_000
const day = 24 * hour
const runs = { numRuns: 60, seed: Number(process.env['SEED'] ?? 20_240_326), endOnFailure: true }

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constant('event' as const),
    key: fc.constant('color'),
    value: fc.constantFrom('red', 'blue'),
    operator: fc.constantFrom('exact', 'is_not', 'icontains', 'is_set', 'is_not_set'),
  }),
  fc.record({
    type: fc.constant('event' as const),
    key: fc.constant('size'),
    value: fc.constantFrom(1, 2, '3'),
    operator: fc.constantFrom('exact', 'gt'),
  }),
  fc.record({
    type: fc.constant('person' as const),
    key: fc.constant('plan'),
    value: fc.constantFrom('free', 'pro'),
    operator: fc.constantFrom('exact', 'is_not', 'is_set'),
  }),
)

const conditions = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Condition[]>([]) },
  { weight: 1, arbitrary: fc.array(condition, { maxLength: 2 }) },
)

const step: fc.Arbitrary<Step> = fc
  .record({ id: fc.constantFrom<(string | null)[]>('a', 'a', 'b', 'b', 'c', null), properties: conditions })
  .map(({ id, properties }) => (properties.length === 0 ? { id } : { id, properties }))

/** Dates and conditions of a query; most look at everything. */
const frame = fc.record({
  from: fc.constantFrom(worldStart, worldStart, worldStart + 30 * hour),
  to: fc.constantFrom(worldEnd, worldEnd, worldEnd - 20 * hour),
  properties: conditions,
})

const funnel = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  window: fc.constantFrom(
    { length: 30, unit: 'minute' },
    { length: 3, unit: 'hour' },
    { length: 2, unit: 'day' },
  ),
  order: fc.constantFrom('ordered' as const, 'strict' as const, 'unordered' as const),
})

const windowOf = ({ length, unit }: { length: number; unit: string }) =>
  length * { minute: 60_000, hour, day }[unit as 'minute' | 'hour' | 'day']

type Parameters = Readonly<Record<string, unknown>>

const parametersOf = ({ from, to, properties }: Omit<Frame, 'world'>): Parameters => ({
  date_from: new Date(from).toISOString(),
  date_to: new Date(to).toISOString(),
  properties: properties.length === 0 ? undefined : properties,
})

async function get<Body>(view: string, parameters: Parameters): Promise<Body> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const answer = await tenant.owner.api.get<Body>(
    `/api/projects/${tenant.projectId}/persons/${view}/?${query.toString()}`,
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

const idsOf = ({ results: [page] }: PersonsView) => page?.people.map(({ id }) => id)

async function post(view: string, { properties, ...parameters }: Parameters): Promise<PersonsView> {
  const group = properties === undefined ? {} : { properties: { type: 'AND', values: properties } }
  const path = `/api/projects/${tenant.projectId}/persons/${view}`
  const answer = await tenant.owner.api.post<PersonsView>(path, { ...parameters, ...group })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Holds a view against what a test computes, over random projects and queries. How often anybody is found is in the outcome. */
async function compare<Query extends object>(
  query: fc.Arbitrary<Query>,
  look: (query: Query, world: World) => Promise<unknown>,
  expected: (query: Query, frame: { world: World; idOf: (person: WorldPerson) => number }) => unknown,
): Promise<void> {
  let found = 0
  const queries = fc.array(query, { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(anyWorld, queries, async (world, asked) => {
      const ids = await fillProject(service.db, { projectId: tenant.projectId, world })
      const idOf = (person: WorldPerson) => ids[world.persons.indexOf(person)] ?? Number.NaN
      for (const one of asked) {
        const wanted = expected(one, { world, idOf })
        if (Array.isArray(wanted) && wanted.length > 0) found += 1
        expect(await look(one, world), JSON.stringify(one)).toEqual(wanted)
      }
    }),
    runs,
  )
  // A query that finds nobody proves little.
  expect(found).toBeGreaterThan(runs.numRuns / 2)
}

it('funnel: finds who reached a step, or dropped out before it', async () => {
  const asked = fc.record({
    frame,
    funnel,
    at: fc.integer({ min: 1, max: 4 }),
    isDropOff: fc.boolean(),
    isPost: fc.boolean(),
  })
  const stepOf = ({
    funnel,
    at,
    isDropOff,
  }: {
    funnel: { steps: Step[] }
    at: number
    isDropOff: boolean
  }) => {
    const number = Math.min(at, funnel.steps.length)
    return isDropOff && number > 1 ? -number : number
  }
  await compare(
    asked,
    async (query) => {
      const { frame, funnel, isPost } = query
      const parameters = {
        ...parametersOf(frame),
        events: funnel.steps.map((one, order) => ({ ...one, order, type: 'events' })).toReversed(),
        funnel_step: stepOf(query),
        funnel_order_type: funnel.order,
        funnel_window_interval: funnel.window.length,
        funnel_window_interval_unit: funnel.window.unit,
      }
      return idsOf(await (isPost ? post('funnel', parameters) : get<PersonsView>('funnel', parameters)))
    },
    (query, { world, idOf }) => {
      const { frame, funnel } = query
      const wanted = stepOf(query)
      return world.persons
        .filter((person) => {
          const { reached = 0 } =
            furthestRun({ world, ...frame }, person, { ...funnel, window: windowOf(funnel.window) }) ?? {}
          return wanted > 0 ? reached >= wanted : reached === -wanted - 1
        })
        .map(idOf)
    },
  )
})

it('funnel: divides by the first value of an event, or by a value of persons', async () => {
  const part = fc.constantFrom(
    { breakdown: 'color', type: 'event' as const, value: 'red' },
    { breakdown: 'color', type: 'event' as const, value: 'blue' },
    { breakdown: 'plan', type: 'person' as const, value: 'pro' },
  )
  await compare(
    fc.record({ frame, funnel, part }),
    async ({ frame, funnel, part }) =>
      idsOf(
        await get<PersonsView>('funnel', {
          ...parametersOf(frame),
          events: funnel.steps,
          funnel_order_type: funnel.order,
          breakdown: part.breakdown,
          breakdown_type: part.type,
          funnel_step_breakdown: part.value,
        }),
      ),
    ({ frame, funnel, part }, { world, idOf }) =>
      world.persons
        .filter((person) => {
          const framed = { world, ...frame }
          const run = furthestRun(framed, person, { ...funnel, window: 14 * day })
          const values = historyOf(framed, person)
            .filter((event) => funnel.steps.some((one) => isStep(one, event, person)))
            .map(({ properties }) => properties[part.breakdown])
            .filter((value) => value !== undefined && value !== '')
          const value = part.type === 'event' ? values[0] : person.properties[part.breakdown]
          // A run in order begins with the first step: without it, the person is in no part.
          return run !== undefined && value === part.value
        })
        .map(idOf),
  )
})

it('correlation: finds who did something on the way, or has a property, converted or not', async () => {
  const asked = fc.record({
    frame,
    funnel,
    converted: fc.constantFrom(true, false, undefined),
    entity: step,
    type: fc.constantFrom('events', 'event_with_properties', 'properties'),
  })
  const plan: Condition = { key: 'plan', value: 'pro', operator: 'exact', type: 'person' }
  await compare(
    asked,
    async ({ frame, funnel, converted, entity, type }) =>
      idsOf(
        await get<PersonsView>('funnel/correlation', {
          ...parametersOf(frame),
          events: funnel.steps,
          funnel_order_type: funnel.order,
          funnel_window_interval: funnel.window.length,
          funnel_window_interval_unit: funnel.window.unit,
          funnel_correlation_type: type,
          funnel_correlation_person_converted: converted,
          funnel_correlation_person_entity: entity,
          funnel_correlation_property_values: [plan],
        }),
      ),
    ({ frame, funnel, converted, entity, type }, { world, idOf }) =>
      world.persons
        .filter((person) => {
          const framed = { world, ...frame }
          const window = windowOf(funnel.window)
          const run = furthestRun(framed, person, { ...funnel, window })
          if (run === undefined) return false
          const isConverted = run.reached === funnel.steps.length
          if (converted !== undefined && isConverted !== converted) return false
          if (type === 'properties') return person.properties['plan'] === 'pro'
          const wanted = type === 'events' ? { id: entity.id } : entity
          const ended = isConverted ? run.ended : run.started + window
          return historyOf(framed, person).some(
            (event) => event.time > run.started && event.time < ended && isStep(wanted, event, person),
          )
        })
        .map(idOf),
  )
})

it('path: finds who walked an edge, or stopped at a place', async () => {
  const place = fc.constantFrom('a', 'b', 'c', 'https://x.io/a')
  const key = fc.tuple(fc.integer({ min: 1, max: 3 }), place).map(([number, name]) => `${number}_${name}`)
  const path = fc.record({
    start_point: fc.option(place, { nil: undefined, freq: 1 }),
    end_point: fc.option(place, { nil: undefined, freq: 1 }),
    step_limit: fc.integer({ min: 1, max: 5 }),
    path_start_key: fc.option(key, { nil: undefined, freq: 1 }),
    path_end_key: fc.option(key, { nil: undefined, freq: 1 }),
    path_dropoff_key: fc.option(key, { nil: undefined, freq: 1 }),
  })
  await compare(
    fc.record({ frame, path, isPost: fc.boolean() }),
    async ({ frame, path, isPost }) => {
      const parameters = { ...parametersOf(frame), ...path }
      return idsOf(await (isPost ? post('path', parameters) : get<PersonsView>('path', parameters)))
    },
    ({ frame, path }, { world, idOf }) =>
      world.persons
        .filter((person) =>
          sessionsOf({ world, ...frame }, person).some((session) => walksPath(session, path)),
        )
        .map(idOf),
  )
})

it('lifecycle: finds who is new, returning, resurrecting or dormant', async () => {
  const asked = fc.record({
    entity: step,
    properties: conditions,
    on: fc.integer({ min: 1, max: 5 }),
    state: fc.constantFrom('new', 'returning', 'resurrecting', 'dormant'),
  })
  await compare(
    asked,
    async ({ entity, properties, on, state }) =>
      idsOf(
        await get<PersonsView>('lifecycle', {
          events: [entity],
          properties: properties.length === 0 ? undefined : properties,
          target_date: new Date(worldStart + on * day).toISOString().slice(0, 10),
          lifecycle_type: state,
        }),
      ),
    ({ entity, properties, on, state }, { world, idOf }) => {
      const named = (time: number) => periodName(time, 'day', world.timeZone)
      const today = new Date(worldStart + on * day).toISOString().slice(0, 10)
      const yesterday = new Date(worldStart + (on - 1) * day).toISOString().slice(0, 10)
      return world.persons
        .filter((person) => {
          const everything = { world, properties, from: 0, to: Number.POSITIVE_INFINITY }
          const days = historyOf(everything, person)
            .filter((event) => isStep(entity, event, person))
            .map(({ time }) => named(time))
          const isCreated = named(person.createdAt) === today
          const before = days.includes(yesterday)
          if (!days.includes(today)) return before && state === 'dormant'
          return state === (isCreated ? 'new' : before ? 'returning' : 'resurrecting')
        })
        .map(idOf)
    },
  )
})

it('retention: finds who started in a period, and when they came back', async () => {
  const asked = fc.record({
    target: step,
    returning: step,
    properties: conditions,
    selected: fc.integer({ min: 0, max: 4 }),
    isFirstTime: fc.boolean(),
  })
  await compare(
    asked,
    async ({ target, returning, properties, selected, isFirstTime }) => {
      const { result } = await get<PersonsRetention>('retention', {
        properties: properties.length === 0 ? undefined : properties,
        target_entity: target,
        returning_entity: returning,
        retention_type: isFirstTime ? 'retention_first_time' : 'retention_recurring',
        period: 'Day',
        total_intervals: 5,
        selected_interval: selected,
        date_to: new Date(worldStart + 4 * day).toISOString().slice(0, 10),
      })
      return result.map(({ person, appearances }) => [person.id, appearances])
    },
    ({ target, returning, properties, selected, isFirstTime }, { world, idOf }) => {
      const named = (time: number) => periodName(time, 'day', world.timeZone)
      const days = [0, 1, 2, 3, 4]
        .map((on) => new Date(worldStart + on * day).toISOString().slice(0, 10))
        .slice(selected)
      return world.persons
        .flatMap((person) => {
          const everything = { world, properties, from: 0, to: Number.POSITIVE_INFINITY }
          const history = historyOf(everything, person)
          const daysOf = (entity: Step) =>
            history.filter((event) => isStep(entity, event, person)).map(({ time }) => named(time))
          const starts = isFirstTime ? daysOf(target).slice(0, 1) : daysOf(target)
          if (!starts.includes(days[0] ?? '')) return []
          const returns = daysOf(returning)
          const appearances = days.map((one, index) => (index === 0 || returns.includes(one) ? 1 : 0))
          return [{ id: idOf(person), appearances, times: appearances.filter(Boolean).length }]
        })
        .toSorted((a, b) => b.times - a.times || a.id - b.id)
        .map(({ id, appearances }) => [id, appearances])
    },
  )
})

it('stickiness: finds who was active in so many periods', async () => {
  const asked = fc.record({
    frame,
    entity: step,
    interval: fc.constantFrom('hour', 'day', 'month'),
    days: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  })
  await compare(
    asked,
    async ({ frame, entity, interval, days }) =>
      idsOf(
        await get<PersonsView>('stickiness', {
          ...parametersOf(frame),
          events: [entity],
          interval,
          stickiness_days: days,
        }),
      ),
    ({ frame, entity, interval, days }, { world, idOf }) =>
      world.persons
        .filter((person) => {
          const times = historyOf({ world, ...frame }, person).filter((event) =>
            isStep(entity, event, person),
          )
          const periods = new Set(
            times.map(({ time }) => periodName(time, interval as 'hour' | 'day' | 'month', world.timeZone)),
          )
          return days === undefined ? periods.size > 0 : periods.size === days
        })
        .map(idOf),
  )
})

it('trends: finds who is counted, those with most events first', async () => {
  const asked = fc.record({
    frame,
    entity: fc.constantFrom('a', 'b', 'c'),
    math: fc.constantFrom('total', 'dau', 'weekly_active', 'first_time_for_user', undefined),
    color: fc.constantFrom('red', undefined, undefined),
  })
  await compare(
    asked,
    async ({ frame, entity, math, color }) =>
      idsOf(
        await get<PersonsView>('trends', {
          ...parametersOf(frame),
          entity_id: entity,
          entity_type: 'events',
          entity_math: math,
          breakdown: color === undefined ? undefined : 'color',
          breakdown_value: color,
        }),
      ),
    ({ frame, entity, math, color }, { world, idOf }) => {
      const from = math === 'weekly_active' || math === 'first_time_for_user' ? 0 : frame.from
      return world.persons
        .map((person) => ({
          id: idOf(person),
          times: historyOf({ world, ...frame, from }, person)
            .filter(
              ({ event, properties }) => event === entity && [undefined, properties['color']].includes(color),
            )
            .map(({ time }) => time),
        }))
        .filter(
          ({ times: [first] }) =>
            first !== undefined && (math !== 'first_time_for_user' || first >= frame.from),
        )
        .toSorted((a, b) => b.times.length - a.times.length || a.id - b.id)
        .map(({ id }) => id)
    },
  )
})
