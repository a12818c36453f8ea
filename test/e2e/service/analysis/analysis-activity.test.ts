import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { startTestService, type TestService } from '../harness.ts'
import {
  type Comparison,
  createComparison,
  day,
  filtering,
  filters,
  frame,
  given,
  hour,
  idsOf,
  parametersOf,
  step,
} from './comparison.ts'
import { historyOf, isStep, lastPeriods, periodName, periodsTouched, type Step, type Unit } from './naive.ts'
import { worldStart } from './world.ts'

let service: TestService
let views: Comparison
beforeAll(async () => {
  service = await startTestService()
  views = createComparison(service, await service.makeTenant())
})
afterAll(() => service.stop())

type State = 'new' | 'returning' | 'resurrecting' | 'dormant'

const unit = fc.constantFrom<Unit[]>('hour', 'day', 'day', 'day', 'week', 'month')

it('lifecycle: finds who is new, returning, resurrecting or dormant', async () => {
  const asked = fc.record({
    entity: step,
    properties: filters,
    interval: unit,
    at: fc.integer({ min: 0, max: 11 }).map((half) => worldStart + day / 2 + half * 12 * hour),
    state: fc.constantFrom<State[]>('new', 'returning', 'resurrecting', 'dormant'),
    cut: fc.constantFrom<{ from?: number; to?: number }>({}, {}, { from: -hour }, { to: hour }),
  })
  const moment = (time: number) => new Date(time).toISOString()
  await views.compare(
    asked,
    async ({ entity, properties, interval, at, state, cut: { from, to } }, selection) => {
      const query = {
        ...selection,
        events: [entity],
        ...filtering(properties),
        interval,
        target_date: moment(at),
        ...(from !== undefined && { date_from: moment(at + from) }),
        ...(to !== undefined && { date_to: moment(at + to) }),
        lifecycle_type: state,
      }
      return idsOf(await views.persons.getPersonsLifecycle({ path: views.path, query }))
    },
    ({ entity, properties, interval, at, state, cut }, { world, idOf }) => {
      const named = (time: number) => periodName(time, interval, world.timeZone)
      const [previous = '', now = ''] = lastPeriods(at, 2, interval, world.timeZone)
      return world.persons
        .filter((person) => {
          const from = at + (cut.from ?? Number.NEGATIVE_INFINITY)
          const to = at + (cut.to ?? Number.POSITIVE_INFINITY)
          const periods = historyOf({ world, properties, from, to }, person)
            .filter((event) => isStep(entity, event, person))
            .map(({ time }) => named(time))
          const isCreated = named(person.createdAt) === now
          const before = periods.includes(previous)
          if (!periods.includes(now)) return before && state === 'dormant'
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
    properties: filters,
    unit,
    total: fc.integer({ min: 2, max: 7 }),
    selected: fc.constantFrom(0, 0, 0, 1, 3),
    from: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    to: fc.integer({ min: 41, max: 6 * 24 }),
    isFirstTime: fc.boolean(),
  })
  const periods = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } as const
  const moment = (hours: number) => new Date(worldStart + hours * hour).toISOString()
  await views.compare(
    asked,
    async ({ target, returning, properties, unit, total, selected, from, to, isFirstTime }, selection) => {
      const query = {
        ...selection,
        ...filtering(properties),
        target_entity: target,
        returning_entity: returning,
        retention_type: isFirstTime ? ('retention_first_time' as const) : ('retention_recurring' as const),
        period: periods[unit],
        total_intervals: total,
        selected_interval: selected,
        ...(from !== undefined && { date_from: moment(from) }),
        date_to: moment(to),
      }
      const { result } = await views.persons.getPersonsRetention({ path: views.path, query })
      return result.map(({ person, appearances }) => [person.id, appearances])
    },
    ({ target, returning, properties, unit, total, selected, from, to, isFirstTime }, { world, idOf }) => {
      const named = (time: number) => periodName(time, unit, world.timeZone)
      const end = worldStart + to * hour
      const names = (
        from === undefined
          ? lastPeriods(end - 1, total, unit, world.timeZone)
          : periodsTouched({ from: worldStart + from * hour, to: end }, unit, world.timeZone).slice(0, total)
      ).slice(selected)
      return world.persons
        .flatMap((person) => {
          const everything = { world, properties, from: 0, to: Number.POSITIVE_INFINITY }
          const history = historyOf(everything, person)
          const periodsOf = (entity: Step) =>
            history.filter((event) => isStep(entity, event, person)).map(({ time }) => named(time))
          const starts = isFirstTime ? periodsOf(target).slice(0, 1) : periodsOf(target)
          if (!starts.includes(names[0] ?? '')) return []
          const returns = periodsOf(returning)
          const appearances = names.map((one, index) => (index === 0 || returns.includes(one) ? 1 : 0))
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
    interval: unit,
    days: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  })
  await views.compare(
    asked,
    async ({ frame, entity, interval, days }, selection) => {
      const chosen = { ...selection, events: [entity], interval, stickiness_days: days }
      const query = { ...parametersOf(frame), ...given(chosen) }
      return idsOf(await views.persons.getPersonsStickiness({ path: views.path, query }))
    },
    ({ frame, entity, interval, days }, { world, idOf }) =>
      world.persons
        .filter((person) => {
          const times = historyOf({ world, ...frame }, person).filter((event) =>
            isStep(entity, event, person),
          )
          const periods = new Set(times.map(({ time }) => periodName(time, interval, world.timeZone)))
          return days === undefined ? periods.size > 0 : periods.size === days
        })
        .map(idOf),
  )
})

/** A part of a breakdown. */
interface Part {
  readonly of: 'event' | 'person'
  readonly values: Readonly<Record<string, string>>
}

it('trends: finds who is counted, those with most events first', async () => {
  const asked = fc.record({
    frame,
    entity: fc.constantFrom('a', 'b', 'c'),
    math: fc.constantFrom(
      'total',
      'dau',
      'weekly_active',
      'monthly_active',
      'first_time_for_user',
      'sum',
      undefined,
    ),
    part: fc.constantFrom<Part>(
      { of: 'event', values: { color: 'red' } },
      { of: 'event', values: { color: 'red', size: '1' } },
      { of: 'person', values: { plan: 'pro' } },
      { of: 'event', values: {} },
      { of: 'event', values: {} },
    ),
    point: fc.constantFrom(undefined, undefined, 'hour' as const, 'day' as const),
  })
  const spelt = (texts: readonly string[]) => (texts.length > 1 ? JSON.stringify(texts) : texts[0])
  await views.compare(
    asked,
    async ({ frame, entity, math, part, point }, selection) => {
      const { date_to, ...parameters } = parametersOf(frame)
      const query = given({
        ...selection,
        ...parameters,
        // A trend point has no end date, because its interval determines the end.
        ...(point === undefined ? { date_to } : { interval: point }),
        entity_id: entity,
        entity_type: 'events' as const,
        entity_math: math,
        breakdown: spelt(Object.keys(part.values)),
        breakdown_value: spelt(Object.values(part.values)),
        breakdown_type: part.of,
      })
      return idsOf(await views.persons.getPersonsTrends({ path: views.path, query }))
    },
    ({ frame, entity, math, part, point }, { world, idOf }) => {
      const reachesBack = ['weekly_active', 'monthly_active', 'first_time_for_user'].includes(math ?? '')
      const from = reachesBack ? 0 : frame.from
      const to = point === undefined ? frame.to : frame.from + { hour, day }[point]
      return world.persons
        .map((person) => ({
          id: idOf(person),
          times: historyOf({ world, ...frame, from, to }, person)
            .filter(
              ({ event, properties }) =>
                event === entity &&
                Object.entries(part.values).every(
                  ([key, value]) =>
                    String((part.of === 'event' ? properties : person.properties)[key]) === value,
                ),
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
