import type {
  Entity as EntityParameter,
  PersonQuery,
  PropertyFilter,
  PropertyFilterGroup,
  PropertyFilters,
} from '../../../generated/types.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { sliceOf } from '../../values/pagination.ts'
import { type Clock, readRange } from '../dates.ts'
import type { Entity, ViewQuery } from '../queries.ts'
import { analysisRefusals } from '../refusals.ts'

/** The parameters that views have in common, from a query or from a body. */
export type ViewParameters = Pick<
  PersonQuery,
  'events' | 'actions' | 'date_from' | 'date_to' | 'search' | 'limit' | 'offset'
> & { readonly properties?: PropertyFilters }

/** The project that a view is about, and the time there. */
export interface ViewContext {
  readonly projectId: number
  readonly clock: Clock
}

/** PostgreSQL counts further, JavaScript does not. */
export const largestCount = Number.MAX_SAFE_INTEGER

/** @throws Refusal when a date or the filter cannot be used. */
export function readView(parameters: ViewParameters, { projectId, clock }: ViewContext): ViewQuery {
  return {
    projectId,
    range: readRange({ dateFrom: parameters.date_from, dateTo: parameters.date_to }, clock),
    properties: readFilters(parameters.properties),
    search: parameters.search,
    slice: sliceOf(parameters),
  }
}

/** Every event. */
export const anyEvent: Entity = { event: null, properties: [] }

/**
 * Reads the entity that a view counts.
 * @throws Refusal for an action: there are none.
 */
export function readEntity({ id, type, properties }: EntityParameter): Entity {
  if (type === 'actions') throw new Refusal(analysisRefusals.actionUnknown)
  return { event: id === null ? null : String(id), properties: readFilters(properties) }
}

/** Each step of a funnel makes the query deeper. */
const mostEntities = 30

/**
 * Reads the events of a view, in their order.
 * @throws Refusal when there are too many, an action among them, or too many
 * conditions on all of them together.
 */
export function readEntities({ events = [], actions = [] }: ViewParameters): readonly Entity[] {
  if (actions.length > 0) throw new Refusal(analysisRefusals.actionUnknown, 'actions')
  if (events.length > mostEntities) throw new Refusal(analysisRefusals.tooManyEntities, 'events')
  const placed = events.map((entity, index) => ({ entity, order: entity.order ?? index }))
  const read = placed.toSorted((a, b) => a.order - b.order).map(({ entity }) => readEntity(entity))
  const parts = read.reduce((sum, { properties }) => sum + countParts(properties, 0), 0)
  if (parts > filterLimits.parts) throw new Refusal(analysisRefusals.filterTooLarge, 'events')
  return read
}

/**
 * Reads the one entity of a view: by id and type, or the first of the events.
 * @throws Refusal for an action.
 */
export function readSingleEntity(
  parameters: ViewParameters & { entity_id?: string; entity_type?: 'events' | 'actions' },
): Entity {
  const { entity_id: id, entity_type: type = 'events' } = parameters
  if (id !== undefined) return readEntity({ id, type })
  return readEntities(parameters)[0] ?? anyEvent
}

/** Limits of a filter, for each condition and each value is a part of the query. */
const filterLimits = { parts: 1000, depth: 10 }

/** @throws Refusal when a filter is larger than a query can be. */
export function readFilters(filters: PropertyFilters = []): PropertyFilters {
  if (countParts(filters, 0) > filterLimits.parts)
    throw new Refusal(analysisRefusals.filterTooLarge, 'properties')
  return filters
}

function countParts(filter: PropertyFilters | PropertyFilter | PropertyFilterGroup, depth: number): number {
  if (depth > filterLimits.depth) return Number.POSITIVE_INFINITY
  const nested = Array.isArray(filter) ? filter : 'values' in filter ? filter.values : undefined
  if (nested !== undefined) return nested.reduce((sum, part) => sum + countParts(part, depth + 1), 0)
  return 'value' in filter && Array.isArray(filter.value) ? filter.value.length : 1
}
