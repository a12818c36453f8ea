import type {
  Entity as EntityParameter,
  PersonQuery,
  PropertyFilter,
  PropertyFilterGroup,
  PropertyFilters,
} from '../../../generated/types.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { pageSlice } from '../../values/pagination.ts'
import { type Clock, readDateRange } from '../dates.ts'
import type { Entity, ViewQuery } from '../queries.ts'
import { analysisRefusals } from '../refusals.ts'

/** The parameters that all views have in common, from a query or a body. */
export type ViewParameters = Pick<
  PersonQuery,
  'events' | 'actions' | 'date_from' | 'date_to' | 'search' | 'limit' | 'offset'
> & { readonly properties?: PropertyFilters }

/** A view's project and its clock. */
export interface ViewContext {
  readonly projectId: number
  readonly clock: Clock
}

/** The largest exact integer in JavaScript. PostgreSQL's maximum is higher. */
export const largestCount = Number.MAX_SAFE_INTEGER

/** @throws Refusal if a date or the filter cannot be used. */
export function readViewQuery(parameters: ViewParameters, { projectId, clock }: ViewContext): ViewQuery {
  return {
    projectId,
    range: readDateRange({ dateFrom: parameters.date_from, dateTo: parameters.date_to }, clock),
    properties: readPropertyFilters(parameters.properties),
    search: parameters.search,
    slice: pageSlice(parameters),
  }
}

/** Every event. */
export const anyEvent: Entity = { event: null, properties: [] }

/**
 * Parses the entity that a view counts.
 * @throws Refusal for an action, because this server has no actions, or if the entity's filter is too large.
 */
export function readEntity({ id, type, properties }: EntityParameter): Entity {
  if (type === 'actions') throw new Refusal(analysisRefusals.actionUnknown)
  return { event: id === null ? null : String(id), properties: readPropertyFilters(properties) }
}

/** Maximum number of entities. Each step of a funnel nests the query deeper. */
const mostEntities = 30

/**
 * Parses a view's events, in order.
 * @throws Refusal if there are too many events, if an action is among them, or if there are too many
 * conditions in total.
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
 * Parses a view's only entity: the one given by id and type or, without them, the first of its events. If
 * there are none, every event counts.
 * @throws Refusal in the same cases as `readEntities`.
 */
export function readSingleEntity(
  parameters: ViewParameters & { entity_id?: string; entity_type?: 'events' | 'actions' },
): Entity {
  const { entity_id: id, entity_type: type = 'events' } = parameters
  if (id !== undefined) return readEntity({ id, type })
  return readEntities(parameters)[0] ?? anyEvent
}

/** Limits on the size of a filter, because each condition and value makes the query larger. */
const filterLimits = { parts: 1000, depth: 10 }

/** @throws Refusal if a filter is too large. */
export function readPropertyFilters(filters: PropertyFilters = []): PropertyFilters {
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
