import { Refusal } from '../../refusals/refusal.ts'
import type { Correlate, CorrelationQuery, Funnel, FunnelQuery, Window } from '../queries.ts'
import { analysisRefusals } from '../refusals.ts'
import {
  readEntities,
  readEntity,
  readPropertyFilters,
  readViewQuery,
  type ViewContext,
} from './parameters.ts'
import type { BodyParameters } from './post-body.ts'
import { readBreakdown } from './read-breakdown.ts'

/**
 * Parses a funnel and the requested step.
 * @throws Refusal in the same cases as `readCorrelationQuery`, and if the funnel has steps, but not the
 * requested one.
 */
export function readFunnelQuery(parameters: BodyParameters, context: ViewContext): FunnelQuery {
  const funnel = readFunnel(parameters)
  const { funnel_step: step = 1 } = parameters
  const isStep = step !== 0 && step !== -1 && Math.abs(step) <= funnel.steps.length
  if (!isStep && funnel.steps.length > 0)
    throw new Refusal(analysisRefusals.funnelStepOutOfRange, 'funnel_step')
  return { ...readViewQuery(parameters, context), funnel, step }
}

/** @throws Refusal if a date, a filter, an event or the breakdown cannot be used. */
export function readCorrelationQuery(parameters: BodyParameters, context: ViewContext): CorrelationQuery {
  return {
    ...readViewQuery(parameters, context),
    funnel: readFunnel(parameters),
    converted: parameters.funnel_correlation_person_converted,
    correlate: readCorrelate(parameters),
  }
}

function readFunnel(parameters: BodyParameters): Funnel {
  return {
    steps: readEntities(parameters),
    window: readWindow(parameters),
    order: parameters.funnel_order_type ?? 'ordered',
    breakdown: readBreakdown({
      breakdown: parameters.breakdown,
      type: parameters.breakdown_type,
      value: parameters.funnel_step_breakdown,
      valueName: 'funnel_step_breakdown',
    }),
  }
}

/**
 * Maximum lengths of a window: about 100 years in each unit, because PostgreSQL fails for times outside its
 * calendar.
 */
const longestWindows: Readonly<Record<Window['unit'], number>> = {
  second: 3_153_600_000,
  minute: 52_560_000,
  hour: 876_000,
  day: 36_500,
  week: 5200,
  month: 1200,
}

function readWindow({
  funnel_window_days: days = 14,
  funnel_window_interval: length,
  funnel_window_interval_unit: unit = 'day',
}: BodyParameters): Window {
  if (length === undefined) return { length: Math.min(days, longestWindows.day), unit: 'day' }
  return { length: Math.min(length, longestWindows[unit]), unit }
}

function readCorrelate(parameters: BodyParameters): Correlate | undefined {
  const {
    funnel_correlation_type: type = 'events',
    funnel_correlation_person_entity: entity,
    funnel_correlation_property_values: properties,
  } = parameters
  if (type === 'properties') {
    return properties === undefined
      ? undefined
      : { type: 'person', properties: readPropertyFilters(properties) }
  }
  if (entity === undefined) return undefined
  const read = readEntity(entity)
  return { type: 'event', entity: type === 'events' ? { ...read, properties: [] } : read }
}
