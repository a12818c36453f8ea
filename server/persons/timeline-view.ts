import type {
  GetPersonPropertiesTimelineRequest,
  PersonTimeline,
  PropertyFilter,
  PropertyFilterGroup,
  PropertyFilters,
} from '../../generated/types.ts'
import type { EventParts } from '../events/parts.ts'
import { readDateRange } from '../questions/dates.ts'
import type { Entity } from '../questions/queries.ts'
import { readEntities, readPropertyFilters } from '../questions/reading/parameters.ts'
import { readBreakdownTexts } from '../questions/reading/read-breakdown.ts'
import { readTimeline } from './timeline.ts'

type Parameters = NonNullable<GetPersonPropertiesTimelineRequest['query']>

/**
 * Returns the timeline of a person's properties. Dates use the project's time zone.
 * @throws Refusal if a date, an event or a filter cannot be used.
 */
export async function viewTimeline(
  { db, openEvents }: Pick<EventParts, 'db' | 'openEvents'>,
  { projectId, personId, parameters }: { projectId: number; personId: number; parameters: Parameters },
): Promise<PersonTimeline> {
  const { timezone: timeZone } = await db
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  const dates = { dateFrom: parameters.date_from, dateTo: parameters.date_to }
  const range = readDateRange(dates, { now: new Date(), timeZone })
  const entities = readEntities(parameters)
  const crucialKeys = readCrucialKeys(parameters, entities)
  return {
    points: await readTimeline(openEvents(db), {
      ...{ projectId, personId, range, crucialKeys },
      entities: byName(entities),
    }),
    crucial_property_keys: crucialKeys,
    effective_date_from: range.from.toISOString(),
    effective_date_to: range.to.toISOString(),
  }
}

/**
 * Entities without their conditions. The conditions apply to the person's present state, and would hide the
 * earlier events that the timeline shows.
 */
function byName(entities: readonly Entity[]): readonly Entity[] {
  return entities.map(({ event }) => ({ event, properties: [] }))
}

/** The person's properties on which an analysis with these parameters depends. */
function readCrucialKeys(
  { properties, breakdown, breakdown_type }: Parameters,
  entities: readonly Entity[],
): string[] {
  const keys = [
    ...personKeys(readPropertyFilters(properties)),
    ...entities.flatMap((entity) => personKeys(entity.properties)),
    ...(breakdown_type === 'person' && breakdown !== undefined
      ? readBreakdownTexts(breakdown, 'breakdown')
      : []),
  ]
  return [...new Set(keys)].sort()
}

function personKeys(filters: PropertyFilters): string[] {
  const parts: readonly (PropertyFilter | PropertyFilterGroup)[] = Array.isArray(filters)
    ? filters
    : filters.values
  return parts.flatMap((part) => {
    if ('values' in part) return personKeys(part)
    return part.type === undefined || part.type === 'person' ? [part.key] : []
  })
}
