import { type Kysely, sql, type Transaction } from 'kysely'
import { recordActivity } from '../../activity/activity.ts'
import { RetryTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import { type CapturedEvent, propertyChanges, touchesPersons } from '../../events/captured-event.ts'
import { mergeOfPersons } from './merge.ts'
import type { KnownPeople, PersonDraft } from './people.ts'
import { Properties } from './properties.ts'

/** One project's data, within a transaction. */
export interface InProject {
  readonly transaction: Transaction<Database>
  readonly projectId: number
}

/**
 * Locks the persons whom events might change. A transaction that moves a distinct id to another person, or
 * deletes the person, locks the person's row, so that rows read after locking stay valid. New ids cannot be
 * locked: if two transactions create a person for the same id, they conflict at the unique index of the ids,
 * and the later transaction starts again.
 * @returns the persons' ids.
 */
export async function lockPeople(
  { transaction, projectId }: InProject,
  changing: Iterable<CapturedEvent>,
): Promise<Set<number>> {
  const ids = new Set([...changing].flatMap(personIdsOf))
  return await lock(transaction, projectId, [...ids])
}

export interface Reading {
  readonly events: readonly CapturedEvent[]
  /** The events that can change persons. @see changesPerson */
  readonly changing: ReadonlySet<CapturedEvent>
  /** Ids of persons. */
  readonly locked: ReadonlySet<number>
}

/** Reads the persons to whom the events belong. Persons whom the events might change are locked or new. */
export async function readStoredPeople(
  { transaction, projectId }: InProject,
  { events, changing, locked }: Reading,
): Promise<KnownPeople> {
  const touching = events.filter(touchesPersons)
  const changed = new Set(touching.filter((event) => changing.has(event)).flatMap(personIdsOf))
  const others = touching.map(({ distinctId }) => distinctId).filter((id) => !changed.has(id))
  const byDistinctId = await read(transaction, projectId, {
    ids: [...changed],
    isCounted: touching.some((event) => mergeOfPersons(event) !== undefined),
  })
  for (const { id } of byDistinctId.values())
    if (id !== undefined && !locked.has(id))
      throw new RetryTransaction('A distinct id was moved to another person.')
  const unchanged = await present(transaction, projectId, [...new Set(others)])
  return { byDistinctId, unchanged }
}

/** True if an event can change an existing person. */
export function changesPerson(event: CapturedEvent): boolean {
  if (!touchesPersons(event)) return false
  const { set, setOnce, unset } = propertyChanges(event)
  const isChange = unset.length > 0 || Object.keys(set).length > 0 || Object.keys(setOnce).length > 0
  return isChange || event.event === '$identify' || mergeOfPersons(event) !== undefined
}

export function personIdsOf(event: CapturedEvent): string[] {
  const merge = mergeOfPersons(event)
  return merge === undefined ? [event.distinctId] : [event.distinctId, merge.from]
}

async function lock(db: Kysely<Database>, projectId: number, ids: readonly string[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('persons')
    .where('project_id', '=', projectId)
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('person_distinct_ids')
        .where('project_id', '=', projectId)
        .where('distinct_id', '=', personsOfAnyIds(ids))
        .select('person_id'),
    )
    .orderBy('id') // in the same order in every transaction, so that no two transactions wait for each other
    .select('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * The persons to whom the distinct ids belong, by distinct id. Each person is read once, however many ids
 * match.
 */
async function read(
  db: Kysely<Database>,
  projectId: number,
  { ids, isCounted }: { readonly ids: readonly string[]; readonly isCounted: boolean },
): Promise<ReadonlyMap<string, PersonDraft>> {
  if (ids.length === 0) return new Map()
  const named = await db
    .selectFrom('person_distinct_ids as named')
    .where('named.project_id', '=', projectId)
    .where('named.distinct_id', '=', personsOfAnyIds(ids))
    .select(['named.distinct_id', 'named.person_id'])
    .execute()
  if (named.length === 0) return new Map()
  const rows = await db
    .selectFrom('persons as person')
    .where('person.project_id', '=', projectId)
    .where('person.id', '=', sql<number>`any(${[...new Set(named.map((row) => row.person_id))]}::integer[])`)
    .select(['person.id', 'person.uuid', 'person.created_at', 'person.is_identified'])
    .select(sql<string>`person.properties::text`.as('properties'))
    .select(isCounted ? idCount : sql<number>`0`.as('id_count'))
    .execute()
  const drafts = new Map(rows.map((row) => [row.id, draftOf(row)]))
  const byDistinctId = new Map<string, PersonDraft>()
  for (const { distinct_id, person_id } of named) {
    const draft = drafts.get(person_id)
    if (draft === undefined) throw new RetryTransaction('A person has gone.')
    draft.ids.push(distinct_id)
    byDistinctId.set(distinct_id, draft)
  }
  return byDistinctId
}

const idCount = sql<number>`(select count(*)::integer from person_distinct_ids as named
  where named.project_id = person.project_id and named.person_id = person.id)`.as('id_count')

async function present(
  db: Kysely<Database>,
  projectId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('person_distinct_ids')
    .where('project_id', '=', projectId)
    .where('distinct_id', '=', personsOfAnyIds(ids))
    .select('distinct_id')
    .execute()
  return new Set(rows.map(({ distinct_id }) => distinct_id))
}

/** A single parameter for all ids, because PostgreSQL allows only 65,535 parameters. */
export function personsOfAnyIds(ids: readonly string[]) {
  return sql<string>`any(${ids}::text[])`
}

function draftOf(row: {
  readonly id: number
  readonly uuid: string
  readonly created_at: string
  readonly properties: string
  readonly is_identified: boolean
  readonly id_count: number
}): PersonDraft {
  return {
    id: row.id,
    uuid: row.uuid,
    createdAt: row.created_at,
    // The text from PostgreSQL is never shorter than that from `JSON.stringify`, so its length is an upper
    // bound.
    properties: new Properties(JSON.parse(row.properties), row.properties.length),
    isIdentified: row.is_identified,
    ids: [],
    idCount: row.id_count,
    hasIdsLeftOut: false,
    newIds: [],
    absorbed: [],
    isChanged: false,
  }
}

/** Saves the changes that events made to persons. @returns the ids of new persons. */
export async function savePeople(
  inProject: InProject,
  people: readonly PersonDraft[],
): Promise<readonly number[]> {
  const made = await insertPersons(
    inProject,
    people.filter(({ id }) => id === undefined),
  )
  const saved = people.map((draft) => ({ ...draft, id: draft.id ?? made.get(draft.uuid) }))
  await insertDistinctIds(
    inProject,
    saved.flatMap(({ id, newIds }) => newIds.map((distinct_id) => ({ distinct_id, person_id: id }))),
  )
  for (const { id, uuid, absorbed } of saved) {
    if (id === undefined || absorbed.length === 0) continue
    const gone = await absorb(inProject, { winner: id, losers: absorbed })
    await recordMerge(inProject, { winner: { id, uuid }, gone })
  }
  await updatePersons(
    inProject,
    people.filter(({ id, isChanged }) => id !== undefined && isChanged),
  )
  return [...made.values()]
}

/** @returns each person's id, by UUID. */
async function insertPersons(
  { transaction, projectId }: InProject,
  people: readonly PersonDraft[],
): Promise<ReadonlyMap<string, number>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ uuid: string; id: number }>`
    insert into persons (project_id, uuid, created_at, properties, is_identified)
    select ${projectId}, uuid, created_at, properties, is_identified
    from json_to_recordset(${rowsOf(people)}::json)
      as person (uuid uuid, created_at timestamptz, properties jsonb, is_identified boolean)
    returning uuid, id`.execute(transaction)
  return new Map(rows.map(({ uuid, id }) => [uuid, id]))
}

async function insertDistinctIds(
  { transaction, projectId }: InProject,
  rows: readonly { readonly distinct_id: string; readonly person_id: number | undefined }[],
): Promise<void> {
  if (rows.length === 0) return
  // In the same order in every transaction, so that no two transactions wait for each other at the unique
  // index.
  await sql`
    insert into person_distinct_ids (project_id, distinct_id, person_id)
    select ${projectId}, distinct_id, person_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as named (distinct_id text, person_id integer)
    order by distinct_id`.execute(transaction)
}

async function updatePersons(
  { transaction, projectId }: InProject,
  people: readonly PersonDraft[],
): Promise<void> {
  if (people.length === 0) return
  await sql`
    update persons as person
    set created_at = draft.created_at, properties = draft.properties, is_identified = draft.is_identified
    from json_to_recordset(${rowsOf(people)}::json)
      as draft (id integer, created_at timestamptz, properties jsonb, is_identified boolean)
    where person.project_id = ${projectId} and person.id = draft.id`.execute(transaction)
}

function rowsOf(people: readonly PersonDraft[]): string {
  return JSON.stringify(
    people.map(({ id, uuid, createdAt, properties, isIdentified }) => ({
      id,
      uuid,
      created_at: createdAt,
      properties: properties.toJson(),
      is_identified: isIdentified,
    })),
  )
}

/**
 * Moves other persons' distinct ids and cohorts to one person, and deletes the other persons. @returns the
 * UUIDs of the deleted persons.
 */
async function absorb(
  { transaction, projectId }: InProject,
  { winner, losers }: { winner: number; losers: readonly number[] },
): Promise<readonly string[]> {
  await transaction
    .updateTable('person_distinct_ids')
    .set({ person_id: winner })
    .where('project_id', '=', projectId)
    .where('person_id', 'in', losers)
    .execute()
  await transaction
    .insertInto('cohort_persons')
    .columns(['project_id', 'cohort_id', 'person_id'])
    .expression((from) =>
      from
        .selectFrom('cohort_persons')
        .where('project_id', '=', projectId)
        .where('person_id', 'in', losers)
        .select(['project_id', 'cohort_id', from.lit(winner).as('person_id')])
        .distinct(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const gone = await transaction
    .deleteFrom('persons')
    .where('project_id', '=', projectId)
    .where('id', 'in', losers)
    .returning('uuid')
    .execute()
  return gone.map(({ uuid }) => uuid)
}

/**
 * Logs a merge. The log identifies persons only by UUID, because their other ids must be deleted with them.
 */
async function recordMerge(
  { transaction, projectId }: InProject,
  { winner, gone }: { winner: { readonly id: number; readonly uuid: string }; gone: readonly string[] },
): Promise<void> {
  const { organization_id: organizationId } = await transaction
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('organization_id')
    .executeTakeFirstOrThrow()
  const changes = gone.map(
    (uuid) =>
      ({
        type: 'Person',
        action: 'merged',
        field: null,
        before: { uuid },
        after: { uuid: winner.uuid },
      }) as const,
  )
  await recordActivity(transaction, {
    organizationId,
    projectId,
    user: undefined,
    scope: 'Person',
    itemId: String(winner.id),
    activity: 'people_merged_into',
    detail: { name: winner.uuid, changes },
  })
}
