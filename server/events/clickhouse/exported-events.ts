import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { EventExport, ExportedEvents, ExportRecord, Expression, Value } from '../event-export.ts'
import { parseMicros, printMicros } from './micros.ts'
import { propertyOf } from './properties/property-text.ts'
import type { Reader } from './reader.ts'
import { always, ch, integer, join, raw, type Statement, text, texts } from './statement.ts'

/** Number of records read at a time: each read scans the times of the span again. */
const chunk = 10_000

/** Databases of events and of their persons. */
interface Sources {
  readonly reader: Reader
  readonly db: Kysely<Database>
}

/** @see EventStore.exported */
export function exportedEvents({ reader, db }: Sources, selection: EventExport): ExportedEvents {
  const { projectId, by, start, end, include, exclude, values } = selection
  const moment = raw(`e.${by}`)
  const since = start === null ? always : ch`${moment} >= ${integer(parseMicros(start))}`
  const where = ch`
    where e.project_id = ${integer(projectId)} and ${since} and ${moment} < ${integer(parseMicros(end))}
      and ${include.length === 0 ? always : ch`e.event in ${texts(include)}`}
      and ${exclude.length === 0 ? always : ch`e.event not in ${texts(exclude)}`}`
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
          select ${join(columns, ', ')} from events as e ${where} and ${isAfter(position, moment)}
          order by ${moment}, UUIDToNum(e.uuid) limit ${raw(String(chunk))}`)
        const persons = hasPersons
          ? await readPersons(
              db,
              projectId,
              rows.map(([, , id]) => id),
            )
          : new Map()
        for (const [micros, uuid, distinctId, ...own] of rows) {
          const place = `${printMicros(BigInt(micros))}/${uuid}`
          // Skips duplicate events that are not merged yet: `final` would read all of the span for each
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

function isAfter(position: string | undefined, moment: Statement): Statement {
  if (position === undefined) return always
  const [last = '', uuid = ''] = position.split('/')
  // The second condition implies the first, but only the first uses the index of days.
  return ch`${moment} >= ${integer(parseMicros(isoOf(last)))} and (${moment}, UUIDToNum(e.uuid)) > (${integer(parseMicros(isoOf(last)))}, UUIDToNum(toUUID(${text(uuid)})))`
}

/** A position may be in PostgreSQL's form if the run began there: `2026-01-31 12:00:00.1234+00`. */
function isoOf(moment: string): string {
  return moment.replace(' ', 'T').replace(/\+00$/, 'Z')
}

/** ClickHouse's expression for a value; a constant text for values that come from PostgreSQL or are known. */
function columnOf(value: Expression): Statement {
  if ('property' in value) return propertyOf(ch`e.texts`, value.property)
  if (!('column' in value)) return ch`''`
  switch (value.column) {
    case 'team_id':
      return ch`e.project_id`
    case 'timestamp':
    case 'created_at':
      return ch`toString(${raw(`e.${value.column}`)})`
    case 'uuid':
      return ch`toString(e.uuid)`
    case 'person_id':
    case 'person_properties':
      return ch`''`
    default:
      return raw(`e.${value.column}`)
  }
}

interface PersonOfExport {
  readonly distinct_id: string
  readonly uuid: string
  readonly properties: string
}

function shownValue(value: Expression, own: Value, person: PersonOfExport | undefined): Value {
  if ('constant' in value) return String(value.constant)
  if ('property' in value) return jsonOf(String(own))
  if (value.column === 'person_id') return person?.uuid ?? null
  if (value.column === 'person_properties') return person?.properties ?? null
  if (value.column === 'timestamp' || value.column === 'created_at') return printMicros(BigInt(String(own)))
  return own
}

/** A property as JSON, from its stored form. */
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
