import type { Range } from '../../../questions/dates.ts'
import type { Entity, ViewQuery } from '../../../questions/queries.ts'
import { moment } from '../micros.ts'
import { always, ch, combine, integer, join, type Statement, text, texts } from '../statement.ts'
import { propertyCondition } from './property-condition.ts'

/** Which events a query reads. */
interface Selection {
  readonly query: Pick<ViewQuery, 'projectId' | 'properties'>
  /** Without `from`, since the first event. */
  readonly range: Pick<Range, 'to'> & Partial<Range>
  /** What holds for an event besides; `e` is its row, and `who` its person. */
  readonly where: Statement
  /** What is read besides `who`, with names; none means nothing but that. */
  readonly columns?: readonly Statement[]
}

/**
 * A select of events with their persons. Events of nobody are left out. While parts of the table are not merged it may have an
 * event twice: `final` would read all columns of its sorting key and compare them, which takes most of a view's time, so that
 * who counts has to count each `uuid` once.
 */
export function selectPersonEvents({ query, range, where, columns = [] }: Selection): Statement {
  const { projectId } = query
  const since = range.from === undefined ? always : ch`e.timestamp >= ${moment(range.from)}`
  const known = knownPersons(projectId)
  const isKnown = (whenFound: Statement, otherwise: Statement) => ({
    ...{ finds: ch`${known} limit 1`, whenFound, otherwise },
  })
  const who = isKnown(ch`if(known.is_known, known.person_id, e.person_id)`, ch`e.person_id`)
  const knowing = isKnown(
    ch`global any left join (${known}) as known on known.distinct_id = e.distinct_id`,
    ch``,
  )
  return ch`
    select ${join([ch`${who} as who`, ...columns], ', ')}
    from events as e ${knowing}
    where e.project_id = ${integer(projectId)} and ${since} and e.timestamp < ${moment(range.to)}
      and who != 0 and ${propertyCondition(query.properties, projectId)} and ${where}`
}

/**
 * Distinct ids whose persons are others than their events say: those that changed hands, and those that had no person when
 * an event came.
 */
function knownPersons(projectId: number): Statement {
  const project = integer(projectId)
  return ch`
    select distinct_id, person_id, true as is_known from person_distinct_ids final
    where project_id = ${project} and (events_differ = 1 or distinct_id global in (
      select distinct_id from events where project_id = ${project} and person_id = 0))`
}

/** Moments of one person's events have an order also where they are equal: that of PostgreSQL's UUIDs. */
export const orderedUuid = ch`UUIDToNum(e.uuid)`

/** Whether a row of `e` is what an entity counts. */
export function isEntity({ event, properties }: Entity, projectId: number): Statement {
  const named = event === null ? always : ch`e.event = ${text(event)}`
  return ch`(${named} and ${propertyCondition(properties, projectId)})`
}

/** Whether a row of `e` is what one of some entities counts; every event where there are none. */
export function isAnyEntity(entities: readonly Entity[], projectId: number): Statement {
  if (entities.length === 0) return always
  const any = entities.map((entity) => isEntity(entity, projectId))
  return ch`${hasNameOf(entities)} and ${combine(any, 'or')}`
}

/** Narrows a row of `e` to the names of some entities, by which events are sorted. Entities say more; this is only faster. */
export function hasNameOf(entities: readonly Entity[]): Statement {
  const names = entities.flatMap(({ event }) => (event === null ? [] : [event]))
  return names.length < entities.length ? always : ch`e.event in ${texts([...new Set(names)])}`
}
