import type { Range } from '../../../questions/dates.ts'
import type { Entity, ViewQuery } from '../../../questions/queries.ts'
import { momentParameter } from '../micros.ts'
import {
  alwaysMet,
  type ClickhouseStatement,
  ch,
  combineConditions,
  integerStatement,
  joinStatements,
  rawStatement,
  textParameter,
  textsParameter,
} from '../statement.ts'
import { isWithinSpan, type PersonSpan } from './person-span.ts'
import { propertyCondition } from './property-condition.ts'

/** The events that a query reads. */
interface Selection {
  readonly query: Pick<ViewQuery, 'properties'>
  /** The persons whose events are read. */
  readonly span: PersonSpan
  /** `events` is sorted by day and name, for queries about all persons. */
  readonly table?: 'person_events' | 'events'
  /** Without `from`, the range begins with the first event. */
  readonly range: Pick<Range, 'to'> & Partial<Range>
  /** Additional condition on an event; `e` is its row, and `who` is its person. */
  readonly where: ClickhouseStatement
  /** Additional condition on a row of `persons`. */
  readonly wherePerson?: ClickhouseStatement
  /** Columns to select in addition to `who`. */
  readonly columns?: readonly ClickhouseStatement[]
}

/** A source of events: rows of `e`, and how to find the person of each row. */
interface Source {
  readonly table: ClickhouseStatement
  readonly who: ClickhouseStatement
  readonly join: ClickhouseStatement
  readonly where: ClickhouseStatement
}

/**
 * Selects events with their persons. Events without a person are omitted. Callers must count each `uuid` only
 * once, because an event can occur twice until the table's parts are merged. `final` would prevent this, but
 * would read and compare all columns of the sorting key, which would take most of a view's time.
 */
export function selectPersonEvents({
  query,
  span,
  table = 'person_events',
  range,
  where,
  wherePerson,
  columns = [],
}: Selection): ClickhouseStatement {
  const isSelected = combineConditions(
    [
      range.from === undefined ? alwaysMet : ch`e.timestamp >= ${momentParameter(range.from)}`,
      ch`e.timestamp < ${momentParameter(range.to)}`,
      propertyCondition(query.properties, span, wherePerson),
      where,
    ],
    'and',
  )
  const sources = [
    own(span, rawStatement(table)),
    ...(span.hasMoved ? [moved(span)] : []),
    ...(span.hasUnclaimed ? [claimed(span)] : []),
  ]
  return joinStatements(
    sources.map(
      (source) => ch`
        select ${joinStatements([ch`${source.who} as who`, ...columns], ', ')}
        from ${source.table} as e ${source.join}
        where e.project_id = ${integerStatement(span.projectId)} and ${source.where} and ${isSelected}`,
    ),
    ' union all ',
  )
}

/** Events stored with their current person, as most events are. */
function own(span: PersonSpan, table: ClickhouseStatement): Source {
  const where = combineConditions(
    [isWithinSpan(ch`e.person_id`, span), staysPut(ch`e.distinct_id`, span)],
    'and',
  )
  return { table, who: ch`e.person_id`, join: ch``, where }
}

/**
 * Events whose distinct ids have moved to another person. They are stored with other persons, or with none.
 */
function moved(span: PersonSpan): Source {
  return namedBy(idsOf(span, ch`distinct_id global in (${movedIds(span)})`))
}

/** Events that are older than the person to whom their distinct id belongs. */
function claimed(span: PersonSpan): Source {
  const { where, ...source } = namedBy(idsOf(span, staysPut(ch`distinct_id`, span)))
  return { ...source, where: ch`e.person_id = 0 and ${where}` }
}

/** Events whose person is found by their distinct id. The condition can use the indexes. */
function namedBy(ids: ClickhouseStatement): Source {
  return {
    table: ch`person_events`,
    who: ch`known.person_id`,
    join: ch`global inner join (${ids}) as known on known.distinct_id = e.distinct_id`,
    where: ch`e.distinct_id global in (select distinct_id from (${ids}))`,
  }
}

function idsOf(span: PersonSpan, where: ClickhouseStatement): ClickhouseStatement {
  return ch`
    select distinct_id, person_id from person_distinct_ids final
    where project_id = ${integerStatement(span.projectId)} and ${isWithinSpan(ch`person_id`, span)} and ${where}`
}

function staysPut(distinctId: ClickhouseStatement, span: PersonSpan): ClickhouseStatement {
  return span.hasMoved ? ch`${distinctId} global not in (${movedIds(span)})` : alwaysMet
}

/**
 * Distinct ids that have events referring to another person. Without `final`, the result can also contain ids
 * for which this is no longer true.
 */
function movedIds({ projectId }: PersonSpan): ClickhouseStatement {
  return ch`select distinct_id from person_distinct_ids where project_id = ${integerStatement(projectId)} and events_differ = 1`
}

/** Sort key for a person's events with equal times, in the order in which PostgreSQL sorts UUIDs. */
export const orderedUuid = ch`UUIDToNum(e.uuid)`

/** True if a row of `e` matches an entity. */
export function isEntity({ event, properties }: Entity, span: PersonSpan): ClickhouseStatement {
  const named = event === null ? alwaysMet : ch`e.event = ${textParameter(event)}`
  return combineConditions([named, propertyCondition(properties, span)], 'and')
}

/** True if a row of `e` matches any of the entities; always true if there are no entities. */
export function isAnyEntity(entities: readonly Entity[], span: PersonSpan): ClickhouseStatement {
  if (entities.length === 0) return alwaysMet
  const any = entities.map((entity) => isEntity(entity, span))
  return combineConditions([hasNameOf(entities), combineConditions(any, 'or')], 'and')
}

/**
 * Restricts rows of `e` to the entities' event names, using the sorting key. This is only for speed: the
 * entities' own conditions apply as well.
 */
export function hasNameOf(entities: readonly Entity[]): ClickhouseStatement {
  const names = entities.flatMap(({ event }) => (event === null ? [] : [event]))
  return names.length < entities.length ? alwaysMet : ch`e.event in ${textsParameter([...new Set(names)])}`
}
