import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import type { PersonsRetention, PersonsView } from '../../../../generated/types.ts'
import { startTestService, type TestService } from '../harness.ts'
import {
  type Comparison,
  conditions,
  createComparison,
  day,
  frame,
  idsOf,
  parametersOf,
  step,
} from './comparison.ts'
import { historyOf, isStep, periodName, type Step } from './naive.ts'
import { worldStart } from './world.ts'

let service: TestService
let views: Comparison
beforeAll(async () => {
  service = await startTestService()
  views = createComparison(service, await service.makeTenant())
})
afterAll(() => service.stop())

it('lifecycle: finds who is new, returning, resurrecting or dormant', async () => {
  const asked = fc.record({
    entity: step,
    properties: conditions,
    on: fc.integer({ min: 1, max: 5 }),
    state: fc.constantFrom('new', 'returning', 'resurrecting', 'dormant'),
  })
  await views.compare(
    asked,
    async ({ entity, properties, on, state }) =>
      idsOf(
        await views.get<PersonsView>('lifecycle', {
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
  await views.compare(
    asked,
    async ({ target, returning, properties, selected, isFirstTime }) => {
      const { result } = await views.get<PersonsRetention>('retention', {
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
  await views.compare(
    asked,
    async ({ frame, entity, interval, days }) =>
      idsOf(
        await views.get<PersonsView>('stickiness', {
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
    part: fc.constantFrom<Readonly<Record<string, string>>>(
      { color: 'red' },
      { color: 'red', size: '1' },
      {},
      {},
    ),
  })
  const spelt = (texts: readonly string[]) => (texts.length > 1 ? JSON.stringify(texts) : texts[0])
  await views.compare(
    asked,
    async ({ frame, entity, math, part }) =>
      idsOf(
        await views.get<PersonsView>('trends', {
          ...parametersOf(frame),
          entity_id: entity,
          entity_type: 'events',
          entity_math: math,
          breakdown: spelt(Object.keys(part)),
          breakdown_value: spelt(Object.values(part)),
        }),
      ),
    ({ frame, entity, math, part }, { world, idOf }) => {
      const from = math === 'weekly_active' || math === 'first_time_for_user' ? 0 : frame.from
      return world.persons
        .map((person) => ({
          id: idOf(person),
          times: historyOf({ world, ...frame, from }, person)
            .filter(
              ({ event, properties }) =>
                event === entity &&
                Object.entries(part).every(([key, value]) => String(properties[key]) === value),
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
