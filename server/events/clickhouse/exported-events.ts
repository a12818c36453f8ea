import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { EventExport, ExportedEvents, ExportRecord, ExportValue, Expression } from '../event-export.ts'
import { parseMicros, printMicros } from './micros.ts'
import { propertyOf } from './properties/property-text.ts'
import type { ClickhouseReader } from './reader.ts'
import {
  alwaysMet,
  type ClickhouseStatement,
  ch,
  integerStatement,
  joinStatements,
  rawStatement,
  textParameter,
  textsParameter,
} from './statement.ts'

/** Number of records to read at a time. It is high, because each read scans the span's times again. */
const chunk = 10_000

/** Databases that contain the events and their persons. */
interface Sources {
  readonly reader: ClickhouseReader
  readonly db: Kysely<Database>
}

/** @see EventStore.exported */
export function exportedEvents({ reader, db }: Sources, selection: EventExport): ExportedEvents {
  const { projectId, by, start, end, include, exclude, values } = selection
  const moment = rawStatement(`e.${by}`)
  const since = start === null ? alwaysMet : ch`${moment} >= ${integerStatement(parseMicros(start))}`
  const where = ch`
    where e.project_id = ${integerStatement(projectId)} and ${since} and ${moment} < ${integerStatement(parseMicros(end))}
      and ${include.length === 0 ? alwaysMet : ch`e.event in ${textsParameter(include)}`}
      and ${exclude.length === 0 ? alwaysMet : ch`e.event not in ${textsParameter(exclude)}`}`
  const columns = [ch`toString(${moment})`, ch`toString(e.uuid)`, ch`e.distinct_id`, ...values.map(columnOf)]
  const hasPersons = values.some((value) => 'column' in value && value.column.startsWith('person_'))
  return {
    async count() {
      const [row] = await reader.select<[number]>(ch`select count() from events as e final ${where}`)
      return row?.[0] ?? 0
    },
    async *read(after) {
      for (let position = after; ; ) {
        const rows = await reader.select<[string, string, string, ...(string | number)[]]>(ch`
          select ${joinStatements(columns, ', ')} from events as e ${where} and ${isAfter(position, moment)}
          order by ${moment}, UUIDToNum(e.uuid) limit ${rawStatement(String(chunk))}`)
        const persons = hasPersons
          ? await readPersons(
              db,
              projectId,
              rows.map(([, , id]) => id),
            )
          : new Map()
        for (const [micros, uuid, distinctId, ...own] of rows) {
          const place = `${printMicros(BigInt(micros))}/${uuid}`
          // Skip duplicate events that have not been merged yet: `final` would read the whole span for each
          // chunk.
          if (place === position) continue
          position = place
          const person = persons.get(distinctId)
          const record: ExportRecord = {
            position,
            values: values.map((value, index) => shownValue(value, own[index] ?? null, person)),
          }
          yield record
        }
        if (rows.length < chunk) return
      }
    },
  }
}

function isAfter(position: string | undefined, moment: ClickhouseStatement): ClickhouseStatement {
  if (position === undefined) return alwaysMet
  const [last = '', uuid = ''] = position.split('/')
  // The second condition implies the first, but only the first can use the day index.
  return ch`${moment} >= ${integerStatement(parseMicros(isoOf(last)))} and (${moment}, UUIDToNum(e.uuid)) > (${integerStatement(parseMicros(isoOf(last)))}, UUIDToNum(toUUID(${textParameter(uuid)})))`
}

/**
 * Converts a position's time to ISO 8601. The time is in PostgreSQL's form if the run began there:
 * `2026-01-31 12:00:00.1234+00`.
 */
function isoOf(moment: string): string {
  return moment.replace(' ', 'T').replace(/\+00$/, 'Z')
}

/**
 * ClickHouse's expression for a value; an empty string for constants and for values that come from
 * PostgreSQL.
 */
function columnOf(value: Expression): ClickhouseStatement {
  if ('property' in value) return propertyOf(ch`e.texts`, value.property)
  if (!('column' in value)) return ch`''`
  switch (value.column) {
    case 'team_id':
      return ch`e.project_id`
    case 'timestamp':
    case 'created_at':
      return ch`toString(${rawStatement(`e.${value.column}`)})`
    case 'uuid':
      return ch`toString(e.uuid)`
    case 'person_id':
    case 'person_properties':
      return ch`''`
    default:
      return rawStatement(`e.${value.column}`)
  }
}

interface PersonOfExport {
  readonly distinct_id: string
  readonly uuid: string
  readonly properties: string
}

function shownValue(value: Expression, own: ExportValue, person: PersonOfExport | undefined): ExportValue {
  if ('constant' in value) return String(value.constant)
  if ('property' in value) return jsonOf(String(own))
  if (value.column === 'person_id') return person?.uuid ?? null
  if (value.column === 'person_properties') return person?.properties ?? null
  if (value.column === 'timestamp' || value.column === 'created_at') return printMicros(BigInt(String(own)))
  return own
}

/** A property as JSON, decoded from its stored form. */
function jsonOf(kept: string): string | null {
  if (kept === '') return null
  if (kept === 'z') return 'null'
  return kept.startsWith('s') ? JSON.stringify(kept.slice(1)) : kept.slice(1)
}

async function readPersons(
  db: Kysely<Database>,
  projectId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonOfExport>> {
  const { rows } = await sql<PersonOfExport>`
    select id.distinct_id, person.uuid, person.properties::text as properties
    from person_distinct_ids as id
    join persons as person on person.project_id = id.project_id and person.id = id.person_id
    where id.project_id = ${projectId} and id.distinct_id = any(${[...new Set(ids)]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.distinct_id, row]))
}
