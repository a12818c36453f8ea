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

/** The parameters common to all views, from a query or a body. */
export type ViewParameters = Pick<
  PersonQuery,
  'events' | 'actions' | 'date_from' | 'date_to' | 'search' | 'limit' | 'offset'
> & { readonly properties?: PropertyFilters }

/** The project of a view, with its clock. */
export interface ViewContext {
  readonly projectId: number
  readonly clock: Clock
}

/** PostgreSQL's maximum is higher; JavaScript's is not. */
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
 * @throws Refusal for an action, since there are none.
 */
export function readEntity({ id, type, properties }: EntityParameter): Entity {
  if (type === 'actions') throw new Refusal(analysisRefusals.actionUnknown)
  return { event: id === null ? null : String(id), properties: readPropertyFilters(properties) }
}

/** Maximum number of entities: each step of a funnel nests the query deeper. */
const mostEntities = 30

/**
 * Parses the events of a view, in order.
 * @throws Refusal if there are too many, or an action among them, or too many conditions in total.
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
 * Parses the one entity of a view: by id and type, or the first of the events.
 * @throws Refusal for an action.
 */
export function readSingleEntity(
  parameters: ViewParameters & { entity_id?: string; entity_type?: 'events' | 'actions' },
): Entity {
  const { entity_id: id, entity_type: type = 'events' } = parameters
  if (id !== undefined) return readEntity({ id, type })
  return readEntities(parameters)[0] ?? anyEvent
}

/** Limits of a filter, since each condition and value adds to the query. */
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
