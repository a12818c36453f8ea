import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordActivity } from '../activity/activity.ts'
import { changesBetween } from '../activity/changes.ts'
import type { ActivityChange } from '../activity/tables.ts'
import { prepareStatement, statementPlaceholder } from '../database/prepared.ts'
import { inTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { gatherLookups } from '../database/sharing/gather-lookups.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { FoundAlong } from '../tenancy/caller.ts'
import { isTenantUuid, type ProjectTenant } from '../tenancy/tenancy.ts'
import type { JsonObject } from '../values/json.ts'
import {
  distinctIds,
  type FoundPerson,
  type PersonFields,
  type PersonView,
  personColumns,
  viewPerson,
} from './lists/person-view.ts'
import { ingestEventsWithin } from './people/ingest.ts'
import { personRefusals } from './refusals.ts'

/** A person as identified in a path: by integer id or UUID. */
export interface PersonOfTenant {
  readonly tenant: ProjectTenant
  readonly id: number | string
}

/** @throws Refusal if the project has no such person. */
export async function getPerson(db: Kysely<Database>, { tenant, id }: PersonOfTenant): Promise<PersonView> {
  const { projectId } = tenant
  const number = Number(id)
  const row = isInteger(number)
    ? await findById(db, projectId, number)
    : isTenantUuid(String(id))
      ? (await findByUuid(db, projectId, String(id)))[0]
      : undefined
  if (row === undefined) throw new Refusal(generalRefusals.notFound)
  return viewPerson(row)
}

/**
 * The person identified in a path, possibly looked up together with the caller. @throws Refusal if the
 * project has no such person.
 */
export async function showPerson(
  db: Kysely<Database>,
  { along, ...person }: PersonOfTenant & { along: FoundAlong | undefined },
): Promise<PersonView> {
  if (along === undefined || along.id !== person.id) return await getPerson(db, person)
  if (along.row === undefined) throw new Refusal(generalRefusals.notFound)
  const { item_id: id, item_uuid: uuid, created_at, properties, distinct_ids } = along.row as FoundPerson
  return viewPerson({ id, uuid, created_at, properties, distinct_ids })
}

const findByIds = prepareStatement<PersonFields, [projectId: number, ids: string]>('persons-by-id', (db) =>
  inProject(db)
    .where('person.id', '=', sql<number>`any(${statementPlaceholder(2, 'integer[]')})`)
    .compile(),
)

const findById = gatherLookups(
  (db, projectId, ids) => findByIds(db, projectId, `{${ids.join(',')}}`),
  ({ id }: PersonFields) => id,
)

const findByUuid = prepareStatement<PersonFields, [projectId: number, uuid: string]>('person-by-uuid', (db) =>
  inProject(db).where('person.uuid', '=', statementPlaceholder<string>(2, 'uuid')).compile(),
)

function inProject(db: Kysely<Database>) {
  return db
    .selectFrom('persons as person')
    .where('person.project_id', '=', statementPlaceholder<number>(1, 'integer'))
    .select(personColumns)
    .select(distinctIds)
}

/** True if a number can be an id: the maximum of PostgreSQL's `integer` is 2^31 - 1. */
function isInteger(number: number): boolean {
  return Number.isInteger(number) && Math.abs(number) < 2 ** 31
}

/** The row of the person with the given id, as `person`; no row if there is no such person. */
export function personsNamed(
  db: Kysely<Database>,
  { projectId, id }: { projectId: number; id: number | string },
) {
  const query = db.selectFrom('persons as person').where('person.project_id', '=', projectId)
  const number = Number(id)
  if (isInteger(number)) return query.where('person.id', '=', number)
  if (isTenantUuid(String(id))) return query.where('person.uuid', '=', String(id))
  return query.where(sql<boolean>`false`)
}

/** An event that the service captures on behalf of a caller. */
interface Capture {
  readonly event: string
  readonly properties: JsonObject
  /** The activity's name in the log. */
  readonly activity: string
}

/** Captures a `$set` event for a person. @returns the person after the event. */
export async function setPersonProperties(
  db: Kysely<Database>,
  { properties, ...person }: PersonOfTenant & { properties: JsonObject },
): Promise<PersonView> {
  const capture = { event: '$set', properties: { $set: properties }, activity: 'updated' }
  return await captureFor(db, { ...person, capture })
}

/** Captures an event that removes a person's property. @returns the person after the event. */
export async function unsetPersonProperty(
  db: Kysely<Database>,
  { key, ...person }: PersonOfTenant & { key: string },
): Promise<PersonView> {
  const capture = {
    event: '$delete_person_property',
    properties: { $unset: [key] },
    activity: 'delete_property',
  }
  return await captureFor(db, { ...person, capture })
}

async function captureFor(
  db: Kysely<Database>,
  { tenant, id, capture }: PersonOfTenant & { capture: Capture },
): Promise<PersonView> {
  return await inTransaction(db, async (transaction) => {
    const before = await lockPerson(transaction, { tenant, id })
    const [distinctId] = before.distinct_ids
    if (distinctId === undefined) throw new Refusal(personRefusals.personWithoutId)
    const { event, properties, activity } = capture
    const timestamp = new Date().toISOString()
    const leftOut = await ingestEventsWithin(transaction, {
      projectId: tenant.projectId,
      events: [{ uuid: randomUUID(), event, distinctId, timestamp, properties }],
    })
    if (leftOut.length > 0) throw new Refusal(personRefusals.personTooLarge)
    const after = await getPerson(transaction, { tenant, id: before.id })
    const changes = changesBetween('Person', { before, after, fields: ['properties'] })
    await record(transaction, { tenant, person: after, activity, changes })
    return after
  })
}

/** Reads a person, and locks the person's row until the transaction ends. */
async function lockPerson(transaction: Transaction<Database>, person: PersonOfTenant): Promise<PersonView> {
  const { tenant, id } = person
  const locked = await personsNamed(transaction, { projectId: tenant.projectId, id })
    .select('person.id')
    .forUpdate()
    .executeTakeFirst()
  if (locked === undefined) throw new Refusal(generalRefusals.notFound)
  return await getPerson(transaction, { tenant, id: locked.id })
}

/**
 * Logs a change. The log identifies persons only by UUID, because their other ids must be deleted with them.
 */
async function record(
  transaction: Transaction<Database>,
  {
    tenant,
    person,
    activity,
    changes,
  }: { tenant: ProjectTenant; person: PersonView; activity: string; changes?: readonly ActivityChange[] },
): Promise<void> {
  await recordActivity(transaction, {
    organizationId: tenant.organizationId,
    projectId: tenant.projectId,
    user: tenant.caller,
    scope: 'Person',
    itemId: String(person.id),
    activity,
    detail: { name: person.uuid, changes },
  })
}

/**
 * Deletes a person with all distinct ids.
 * @param deleteEvents true if a scheduled job should delete the events captured so far with these ids.
 */
export async function deletePerson(
  db: Kysely<Database>,
  { deleteEvents, ...named }: PersonOfTenant & { deleteEvents: boolean },
): Promise<void> {
  const { projectId } = named.tenant
  await inTransaction(db, async (transaction) => {
    const person = await lockPerson(transaction, named)
    if (deleteEvents) {
      const ids = await allIdsOf(transaction, { projectId, personId: person.id })
      if (ids.length > 0) {
        await transaction
          .insertInto('event_deletions')
          .values({ project_id: projectId, distinct_ids: ids })
          .execute()
      }
    }
    await transaction
      .deleteFrom('persons')
      .where('project_id', '=', projectId)
      .where('id', '=', person.id)
      .execute()
    await record(transaction, { ...named, person, activity: 'deleted' })
  })
}

/** All distinct ids of a person, in the order in which they were added. */
async function allIdsOf(
  db: Kysely<Database>,
  { projectId, personId }: { projectId: number; personId: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('person_distinct_ids')
    .where('project_id', '=', projectId)
    .where('person_id', '=', personId)
    .orderBy('id')
    .select('distinct_id')
    .execute()
  return rows.map(({ distinct_id }) => distinct_id)
}

/**
 * Turns all distinct ids but one into separate persons.
 * @param mainId the id that keeps the person and the properties. Without it, the first id keeps the person,
 * and the properties are removed.
 */
export async function splitPerson(
  db: Kysely<Database>,
  { mainId, ...named }: PersonOfTenant & { mainId: string | undefined },
): Promise<void> {
  const { projectId } = named.tenant
  await inTransaction(db, async (transaction) => {
    const person = await lockPerson(transaction, named)
    const ids = await allIdsOf(transaction, { projectId, personId: person.id })
    if (mainId !== undefined && !ids.includes(mainId))
      throw new Refusal(personRefusals.mainIdUnknown, 'main_distinct_id')
    const others = ids.filter((id) => id !== (mainId ?? person.distinct_ids[0]))
    await giveOwnPersons(transaction, { projectId, ids: others })
    if (mainId === undefined) {
      await transaction
        .updateTable('persons')
        .set({ properties: '{}' })
        .where('project_id', '=', projectId)
        .where('id', '=', person.id)
        .execute()
    }
    const changes = [
      { type: 'Person', action: 'split', field: null, before: {}, after: { distinct_ids: ids } } as const,
    ]
    await record(transaction, { ...named, person, activity: 'split_person', changes })
  })
}

async function giveOwnPersons(
  transaction: Transaction<Database>,
  { projectId, ids }: { projectId: number; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const rows = JSON.stringify(ids.map((distinct_id) => ({ uuid: randomUUID(), distinct_id })))
  await sql`
    with made as (
      insert into persons (project_id, uuid)
      select ${projectId}, uuid from json_to_recordset(${rows}::json) as given (uuid uuid)
      returning id, uuid
    )
    update person_distinct_ids as named
    set person_id = made.id
    from made join json_to_recordset(${rows}::json) as given (uuid uuid, distinct_id text) using (uuid)
    where named.project_id = ${projectId} and named.distinct_id = given.distinct_id`.execute(transaction)
}
