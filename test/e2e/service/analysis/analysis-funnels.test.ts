import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import type { PathEventTypes } from '../../../../generated/types.ts'
import { startTestService, type TestService } from '../harness.ts'
import {
  type Comparison,
  createComparison,
  day,
  filteringBody,
  frame,
  given,
  hour,
  idsOf,
  parametersOf,
  rarely,
  step,
} from './comparison.ts'
import { type Condition, furthestRun, historyOf, isStep, type Step, sessionsOf, walksPath } from './naive.ts'

let service: TestService
let views: Comparison
beforeAll(async () => {
  service = await startTestService()
  views = createComparison(service, await service.makeTenant())
})
afterAll(() => service.stop())

interface Window {
  readonly length: number
  readonly unit: 'minute' | 'hour' | 'day'
  readonly isInDays?: boolean
}

const funnel = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  window: fc.constantFrom<Window[]>(
    { length: 30, unit: 'minute' },
    { length: 3, unit: 'hour' },
    { length: 2, unit: 'day' },
    { length: 1, unit: 'day', isInDays: true },
  ),
  order: fc.constantFrom('ordered' as const, 'strict' as const, 'unordered' as const),
})

/** Returns the parameters for a window. */
const windowParameters = ({ length, unit, isInDays = false }: Window) =>
  isInDays
    ? { funnel_window_days: length }
    : { funnel_window_interval: length, funnel_window_interval_unit: unit }

const windowOf = ({ length, unit }: Window) => length * { minute: 60_000, hour, day }[unit]

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
  await views.compare(
    asked,
    async (asked, selection) => {
      const { frame, funnel, isPost } = asked
      const { persons, path } = views
      const query = {
        ...selection,
        ...parametersOf(frame),
        events: funnel.steps.map((one, order) => ({ ...one, order, type: 'events' as const })).toReversed(),
        funnel_step: stepOf(asked),
        funnel_order_type: funnel.order,
        ...windowParameters(funnel.window),
      }
      const { properties, ...others } = query
      const body = { ...others, ...filteringBody(properties) }
      return idsOf(
        await (isPost
          ? persons.calculatePersonsFunnel({ path, body })
          : persons.getPersonsFunnel({ path, query })),
      )
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
    { keys: ['color'], type: 'event' as const, values: ['red'] },
    { keys: ['color'], type: 'event' as const, values: ['blue'] },
    { keys: ['size', 'color'], type: 'event' as const, values: ['1', 'red'] },
    { keys: ['color', 'size'], type: 'event' as const, values: ['blue', '2'] },
    { keys: ['plan'], type: 'person' as const, values: ['pro'] },
    { keys: ['plan', 'email'], type: 'person' as const, values: ['free', 'p1@example.com'] },
  )
  const inBody = (texts: readonly string[]) => (texts.length === 1 ? texts[0]! : [...texts])
  const inQuery = (texts: readonly string[]) => (texts.length === 1 ? texts[0]! : JSON.stringify(texts))
  await views.compare(
    fc.record({ frame, funnel, part, isPost: fc.boolean() }),
    async ({ frame, funnel, part, isPost }, selection) => {
      const { persons, path } = views
      const { properties, ...dates } = parametersOf(frame)
      const common = {
        ...selection,
        ...dates,
        events: funnel.steps,
        funnel_order_type: funnel.order,
        breakdown_type: part.type,
      }
      const body = {
        ...common,
        ...filteringBody(properties),
        breakdown: inBody(part.keys),
        funnel_step_breakdown: inBody(part.values),
      }
      const query = {
        ...common,
        ...given({ properties }),
        breakdown: inQuery(part.keys),
        funnel_step_breakdown: inQuery(part.values),
      }
      return idsOf(
        await (isPost
          ? persons.calculatePersonsFunnel({ path, body })
          : persons.getPersonsFunnel({ path, query })),
      )
    },
    ({ frame, funnel, part }, { world, idOf }) =>
      world.persons
        .filter((person) => {
          const framed = { world, ...frame }
          const run = furthestRun(framed, person, { ...funnel, window: 14 * day })
          const values = historyOf(framed, person)
            .filter((event) => funnel.steps.some((one) => isStep(one, event, person)))
            .map(({ properties }) => part.keys.map((key) => String(properties[key] ?? '')))
            .filter((all) => all.every((value) => value !== ''))
          const value =
            part.type === 'event' ? values[0] : part.keys.map((key) => String(person.properties[key] ?? ''))
          // An ordered run begins with the first step: a person without that step is in no part.
          return run !== undefined && isDeepStrictEqual(value, part.values)
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
    type: fc.constantFrom('events' as const, 'event_with_properties' as const, 'properties' as const),
  })
  const plan: Condition = { key: 'plan', value: 'pro', operator: 'exact', type: 'person' }
  await views.compare(
    asked,
    async ({ frame, funnel, converted, entity, type }, selection) => {
      const query = {
        ...selection,
        ...parametersOf(frame),
        events: funnel.steps,
        funnel_order_type: funnel.order,
        ...windowParameters(funnel.window),
        funnel_correlation_type: type,
        ...given({ funnel_correlation_person_converted: converted }),
        funnel_correlation_person_entity: entity,
        funnel_correlation_property_values: [plan],
      }
      return idsOf(await views.persons.getPersonsFunnelCorrelation({ path: views.path, query }))
    },
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
  const place = fc.constantFrom('a', 'b', 'c', 'home', 'https://x.io/a', 'https://x.io/a/', 'https://x.io/*')
  const key = fc.tuple(fc.integer({ min: 1, max: 3 }), place).map(([number, name]) => `${number}_${name}`)
  const path = fc.record({
    start_point: rarely(place),
    end_point: rarely(place),
    step_limit: fc.integer({ min: 1, max: 5 }),
    path_start_key: rarely(key),
    path_end_key: rarely(key),
    path_dropoff_key: rarely(key),
    events: rarely(fc.array(step, { minLength: 1, maxLength: 2 })),
    include_event_types: rarely(
      fc.subarray<PathEventTypes[number]>(['$pageview', '$screen', 'custom_event']),
    ),
    exclude_events: rarely(
      fc.subarray(['a', '$pageview', 'home', 'home_1', 'https://x.io/a', 'https://x.io/*']),
    ),
    path_groupings: rarely(
      fc.shuffledSubarray(['https://x.io/*', 'home*', 'home_1', '*', '*x.*o*', 'b', '%', 'home_', '*/a*a'], {
        maxLength: 3,
      }),
    ),
  })
  await views.compare(
    fc.record({ frame, path, isPost: fc.boolean() }),
    async ({ frame, path: walk, isPost }, selection) => {
      const { persons, path } = views
      const query = { ...selection, ...parametersOf(frame), ...given(walk) }
      const { properties, ...others } = query
      const body = { ...others, ...filteringBody(properties) }
      return idsOf(
        await (isPost
          ? persons.calculatePersonsPath({ path, body })
          : persons.getPersonsPath({ path, query })),
      )
    },
    ({ frame, path }, { world, idOf }) =>
      world.persons
        .filter((person) =>
          sessionsOf({ world, ...frame }, person, path).some((session) => walksPath(session, path)),
        )
        .map(idOf),
  )
})
