import type {
  GetPersonsLifecycleRequest,
  GetPersonsPathRequest,
  GetPersonsRetentionRequest,
  GetPersonsStickinessRequest,
  GetPersonsTrendsRequest,
} from '../../../generated/types.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { periodsOfRange, type Range, readDate } from '../dates.ts'
import type {
  Entity,
  LifecycleQuery,
  PathQuery,
  RetentionQuery,
  StickinessQuery,
  TrendsQuery,
} from '../queries.ts'
import { analysisRefusals } from '../refusals.ts'
import { shiftZonedTime, startOfZonedUnit, type Unit } from '../zoned-time.ts'
import {
  largestCount,
  readEntities,
  readEntity,
  readSingleEntity,
  readViewQuery,
  type ViewContext,
} from './parameters.ts'
import { readBreakdown } from './read-breakdown.ts'

/**
 * @throws Refusal if a date or filter cannot be used, if there are too many events, or if an action is among
 * them.
 */
export function readPathQuery(
  parameters: NonNullable<GetPersonsPathRequest['query']>,
  context: ViewContext,
): PathQuery {
  return {
    ...readViewQuery(parameters, context),
    entities: readEntities(parameters),
    kinds: parameters.include_event_types ?? [],
    excluded: parameters.exclude_events ?? [],
    groupings: parameters.path_groupings ?? [],
    startPoint: parameters.start_point || undefined,
    endPoint: parameters.end_point || undefined,
    stepLimit: Math.min(parameters.step_limit ?? defaultStepLimit, largestCount),
    startKey: parameters.path_start_key,
    endKey: parameters.path_end_key,
    dropoffKey: parameters.path_dropoff_key,
  }
}

const defaultStepLimit = 5

/** Parses a lifecycle query. Its dates can only shorten its two periods. */
export function readLifecycleQuery(
  parameters: GetPersonsLifecycleRequest['query'],
  context: ViewContext,
): LifecycleQuery {
  const { clock } = context
  const { timeZone } = clock
  const { target_date, lifecycle_type: state, interval = 'day', date_from, date_to } = parameters
  const from = startOfZonedUnit(readDate(target_date, 'target_date', clock).from, interval, timeZone)
  const period = { from, to: shiftZonedTime(from, 1, interval, timeZone) }
  const previous = shiftZonedTime(from, -1, interval, timeZone)
  const view = readViewQuery(parameters, context)
  return {
    ...view,
    range: {
      from: date_from && view.range.from > previous ? view.range.from : previous,
      to: date_to && view.range.to < period.to ? view.range.to : period.to,
    },
    entity: readSingleEntity(parameters),
    state,
    period,
  }
}

/**
 * @throws Refusal in the same cases as `readViewQuery` and `readSingleEntity`, and if there are too many
 * periods or the math is unknown.
 */
export function readStickinessQuery(
  parameters: NonNullable<GetPersonsStickinessRequest['query']>,
  context: ViewContext,
): StickinessQuery {
  const { interval = 'day', stickiness_days: periods, entity_math: math } = parameters
  assertMath(math)
  const view = readViewQuery(parameters, context)
  return {
    ...view,
    entity: readSingleEntity(parameters),
    bounds: periodsOfRange(view.range, interval, context.clock.timeZone),
    periods: periods === undefined ? undefined : Math.min(periods, largestCount),
  }
}

/**
 * @throws Refusal in the same cases as `readViewQuery` and `readSingleEntity`, and if the math or the
 * breakdown cannot be used.
 */
export function readTrendsQuery(
  parameters: GetPersonsTrendsRequest['query'],
  context: ViewContext,
): TrendsQuery {
  const { entity_math: math, interval, date_from, date_to, breakdown_value: value } = parameters
  assertMath(math)
  const { timeZone } = context.clock
  const view = readViewQuery(parameters, context)
  const isPoint = interval !== undefined && date_from && !date_to
  const { from } = view.range
  const to = isPoint ? shiftZonedTime(from, 1, interval, timeZone) : view.range.to
  return {
    ...view,
    range: { from: shiftZonedTime(from, -(daysBefore[math ?? ''] ?? 0), 'day', timeZone), to },
    entity: readSingleEntity(parameters),
    isFirstTime: math === 'first_time_for_user',
    breakdown: readBreakdown({
      breakdown: parameters.breakdown,
      type: parameters.breakdown_type,
      value,
      valueName: 'breakdown_value',
    }),
  }
}

/** Number of days before the range whose activity counts as well. */
const daysBefore: Readonly<Record<string, number>> = { weekly_active: 6, monthly_active: 29 }

const aggregates = ['avg', 'sum', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99']

/** Ways of counting. Most of them affect the numbers in a trend, but not which persons it counts. */
const maths: ReadonlySet<string> = new Set([
  ...['total', 'dau', 'weekly_active', 'monthly_active', 'unique_session', 'first_time_for_user'],
  ...aggregates,
  ...aggregates.map((aggregate) => `${aggregate}_count_per_actor`),
])

function assertMath(math: string | undefined): void {
  if (math !== undefined && !maths.has(math)) throw new Refusal(analysisRefusals.mathUnknown, 'entity_math')
}

const pageview: Entity = { event: '$pageview', properties: [] }

const units = { Hour: 'hour', Day: 'day', Week: 'week', Month: 'month' } as const satisfies Record<
  string,
  Unit
>

const defaultIntervals = 11

/**
 * @throws Refusal in the same cases as `readViewQuery` and `readEntities`, and if there are too many periods.
 */
export function readRetentionQuery(
  parameters: NonNullable<GetPersonsRetentionRequest['query']>,
  context: ViewContext,
): RetentionQuery {
  const { selected_interval: selected = 0, target_entity, returning_entity } = parameters
  const { range, ...view } = readViewQuery(parameters, context)
  const [first = pageview, second = pageview] = readEntities(parameters)
  return {
    ...view,
    target: target_entity === undefined ? first : readEntity(target_entity),
    returning: returning_entity === undefined ? second : readEntity(returning_entity),
    isFirstTime: parameters.retention_type === 'retention_first_time',
    bounds: retentionBounds(parameters, range, context).slice(selected),
  }
}

/**
 * The bounds of at most `total_intervals` periods: from the first date onwards if it is given; if not, up to
 * the period that contains the last date.
 */
function retentionBounds(
  { total_intervals: total = defaultIntervals, period = 'Day', date_from }: GetPersonsRetentionQuery,
  range: Range,
  { clock: { timeZone } }: ViewContext,
): readonly Date[] {
  const unit = units[period]
  if (date_from) return periodsOfRange(range, unit, timeZone).slice(0, total + 1)
  const last = startOfZonedUnit(new Date(range.to.getTime() - 1), unit, timeZone)
  if (total > mostIntervals) throw new Refusal(analysisRefusals.tooManyPeriods, 'total_intervals')
  return periodsOfRange(
    { from: shiftZonedTime(last, 1 - total, unit, timeZone), to: range.to },
    unit,
    timeZone,
  )
}

/** Maximum number of periods: 800 years of months, the longest periods. */
const mostIntervals = 10_000

type GetPersonsRetentionQuery = NonNullable<GetPersonsRetentionRequest['query']>
