import fc from 'fast-check'
import type { PropertyFilter, PropertyFilters } from '../../../../generated/types.ts'
import { periodsOfRange } from '../../../../server/questions/dates.ts'
import type { Entity, Funnel, ViewQuery } from '../../../../server/questions/queries.ts'
import { worldEnd, worldStart } from '../analysis/world.ts'

/** Values of properties and conditions: some of each kind, and some that resemble another kind. */
export const anyValue = fc.constantFrom<unknown>(
  ...[
    'red',
    'Red',
    'öl',
    'ÖL',
    '',
    '%',
    'a_b',
    "it's",
    'back\\slash',
    'two\nlines',
    'tab\there',
    'true',
    'null',
    's',
  ],
  ...[1, 2, 10, '2', '10', '1.50', 1.5, -3, 0, 1e21, 1.5e-7, 123456789012, 1_767_225_600, '1e3'],
  ...[true, false, null, [1, 'red'], { b: 1, aa: [true, null] }, {}],
  ...[
    '2026-03-28',
    '2026-03-28T10:00:00Z',
    '2026-03-28 12:00:00+02',
    '2026-02-30',
    '2026-03-28T25:00',
    '1767225600.5',
  ],
)

const operators = [
  ...([
    'exact',
    'exact',
    'is_not',
    'icontains',
    'not_icontains',
    'regex',
    'not_regex',
    'is_set',
    'is_not_set',
  ] as const),
  ...(['gt', 'gte', 'lt', 'lte', 'is_date_exact', 'is_date_before', 'is_date_after'] as const),
]

const anyOperand = (operator: (typeof operators)[number]): fc.Arbitrary<unknown> => {
  if (operator.endsWith('regex'))
    return fc.constantFrom(
      '^r',
      'e',
      '[0-9]+$',
      'a.b',
      '^$',
      '(red|blue)',
      'r{1,2}e',
      'o.*s',
      '\\.',
      '\\d\\.\\d',
    )
  if (operator.startsWith('is_date'))
    return fc.constantFrom('2026-03-28', '2026-03-28T10:00:00Z', '2026-01-01', '2026-03-28T10:00:00+02:00')
  return fc.oneof(
    { weight: 4, arbitrary: anyValue },
    { weight: 1, arbitrary: fc.array(anyValue, { maxLength: 3 }) },
  )
}

const condition = (types: readonly ('event' | 'person' | undefined)[]): fc.Arbitrary<PropertyFilter> =>
  fc
    .record({
      key: fc.constantFrom('color', 'size', 'odd', 'odd', 'odd', 'plan', 'email', 'none', '$current_url'),
      operator: fc.constantFrom(...operators),
      type: fc.constantFrom(...types),
    })
    .chain((one) => anyOperand(one.operator).map((value) => ({ ...one, value }) as PropertyFilter))

const groups = (types: readonly ('event' | 'person' | undefined)[]): fc.Arbitrary<PropertyFilters> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant<PropertyFilters>([]) },
    { weight: 3, arbitrary: fc.array(condition(types), { minLength: 1, maxLength: 2 }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constantFrom('AND' as const, 'OR' as const),
        values: fc.array(
          fc.oneof(
            condition(types),
            fc.record({
              type: fc.constantFrom('AND' as const, 'OR' as const),
              values: fc.array(condition(types), { maxLength: 2 }),
            }),
          ),
          { maxLength: 3 },
        ),
      }),
    },
  )

const conditions = groups(['event', 'event', 'person', undefined])

const entity: fc.Arbitrary<Entity> = fc.record({
  event: fc.constantFrom<(string | null)[]>('a', 'a', 'b', 'b', 'c', '$pageview', null, null),
  properties: fc.oneof({ weight: 2, arbitrary: fc.constant<PropertyFilters>([]) }, conditions),
})

const moments = [0, 0, 20, 30, 47.5].map((hours) => new Date(worldStart + hours * 3_600_000))
const ends = [0, 0, 1, 20, 40.25].map((hours) => new Date(worldEnd - hours * 3_600_000))

/** Parameters of every view. */
const view = (projectId: number): fc.Arbitrary<ViewQuery> =>
  fc.record({
    projectId: fc.constant(projectId),
    range: fc.record({ from: fc.constantFrom(...moments), to: fc.constantFrom(...ends) }),
    properties: conditions,
    search: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'P1@',
      'other',
      '%',
      'öl',
      '_',
    ),
    slice: fc.record({ limit: fc.constantFrom(100, 100, 2, 1), offset: fc.constantFrom(0, 0, 0, 0, 1) }),
  })

const breakdown: fc.Arbitrary<Funnel['breakdown']> = fc.constantFrom<Funnel['breakdown'][]>(
  ...[undefined, undefined, undefined, undefined, undefined, undefined],
  { type: 'event', parts: [{ key: 'color', value: 'red' }] },
  {
    type: 'event',
    parts: [
      { key: 'size', value: '1' },
      { key: 'color', value: 'blue' },
    ],
  },
  { type: 'event', parts: [{ key: 'odd', value: '1.5' }] },
  { type: 'person', parts: [{ key: 'plan', value: 'pro' }] },
)

const step: fc.Arbitrary<Entity> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom<(string | null)[]>('a', 'b', null).map((event) => ({ event, properties: [] })),
  },
  { weight: 1, arbitrary: entity },
)

const funnel: fc.Arbitrary<Funnel> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  window: fc.constantFrom<Funnel['window'][]>(
    { length: 600, unit: 'second' },
    { length: 40, unit: 'minute' },
    { length: 3, unit: 'hour' },
    { length: 2, unit: 'day' },
    { length: 1, unit: 'week' },
    { length: 1, unit: 'month' },
    { length: 0, unit: 'day' },
  ),
  order: fc.constantFrom('ordered' as const, 'strict' as const, 'unordered' as const),
  breakdown,
})

const bounds = fc
  .record({
    from: fc.constantFrom(...moments),
    to: fc.constantFrom(...ends),
    unit: fc.constantFrom('hour' as const, 'day' as const, 'week' as const),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
  })
  .map(({ from, to, unit, zone }) => periodsOfRange({ from, to }, unit, zone))

const place = fc.constantFrom('a', 'b', 'home', 'https://x.io/', 'https://x.io/a', 'https://x.io/a/', 'h*e')

/** Most path queries set only one place. */
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const key = fc.tuple(fc.nat(1), place).map(([number, name]) => `${number + 1}_${name}`)

/** Returns queries for each view, with all the parameters that it accepts. */
export const anyQueries = (projectId: number) => {
  const base = view(projectId)
  const also = <Part extends object>(part: fc.Arbitrary<Part>) =>
    fc.tuple(base, part).map(([common, own]) => ({ ...common, ...own }))
  return {
    trends: also(fc.record({ entity, isFirstTime: fc.boolean(), breakdown })),
    stickiness: also(fc.record({ entity, bounds, periods: fc.constantFrom(undefined, 1, 1, 2, 3) })).map(
      (query) => ({ ...query, range: rangeOf(query.bounds) }),
    ),
    lifecycle: also(
      fc.record({
        entity,
        state: fc.constantFrom(
          'new' as const,
          'returning' as const,
          'resurrecting' as const,
          'dormant' as const,
        ),
        day: fc.nat(5),
      }),
    ).map(({ day, ...query }) => ({ ...query, period: dayOf(day) })),
    retention: also(fc.record({ target: entity, returning: entity, isFirstTime: fc.boolean(), bounds })),
    funnel: also(fc.record({ funnel, wanted: fc.constantFrom(1, 1, 2, 2, 3, 4, -2, -3) })).map(
      ({ wanted, ...query }) => {
        const { length } = query.funnel.steps
        return {
          ...query,
          step: wanted < 0 && length > 1 ? Math.max(wanted, -length) : Math.min(Math.abs(wanted), length),
        }
      },
    ),
    correlation: also(
      fc.record({
        funnel,
        converted: fc.constantFrom(undefined, true, false),
        correlate: fc.oneof(
          fc.constant(undefined),
          fc.record({ type: fc.constant('event' as const), entity }),
          fc.record({ type: fc.constant('person' as const), properties: groups(['person', undefined]) }),
        ),
      }),
    ),
    path: also(
      fc.record({
        entities: fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(step, { maxLength: 2 }) },
        ),
        kinds: fc.subarray(['$pageview', '$screen', 'custom_event'] as const),
        excluded: fc.oneof(fc.constant([]), fc.constantFrom(['c'], ['a', 'https://x.io/a'], ['home'])),
        groupings: fc.oneof(
          fc.constant([]),
          fc.constantFrom(['https://x.io/*'], ['h*e', 'home_1'], ['%', 'h*'], ['*']),
        ),
        startPoint: rarely(place),
        endPoint: rarely(place),
        stepLimit: fc.constantFrom(1, 2, 3, 5, Number.MAX_SAFE_INTEGER),
        startKey: rarely(key),
        endKey: rarely(key),
        dropoffKey: rarely(key),
      }),
    ),
  }
}

const rangeOf = (bounds: readonly Date[]) => ({
  from: bounds[0] ?? new Date(worldStart),
  to: bounds.at(-1) ?? new Date(worldEnd),
})

function dayOf(day: number) {
  const from = worldStart + day * 86_400_000
  return { from: new Date(from), to: new Date(from + 86_400_000) }
}
