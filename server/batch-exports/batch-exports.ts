import { randomUUID } from 'node:crypto'
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { BatchExport, BatchExportRun } from '../../generated/types.ts'
import { recordActivity } from '../activity/activity.ts'
import { changesBetween, creationOf, deletionOf } from '../activity/changes.ts'
import type { Database } from '../database/schema.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Page, Slice } from '../pagination.ts'
import { countAll } from '../projects/projects.ts'
import { Refusal } from '../refusals.ts'
import type { Foundation } from '../service.ts'
import { isUuid, type Tenant } from '../tenancy.ts'
import { readConfig, writeConfig } from './config-store.ts'
import { type DestinationFields, splitConfig } from './destination-config.ts'
import { floor, lengths, wholeIntervals } from './intervals.ts'
import { cancelRuns, createRuns, latestRuns } from './runs.ts'
import { parseSelectList, schemaOf } from './select-list.ts'
import type { BatchExportRow, Interval, Model } from './tables.ts'

/** What a caller may write in a batch export. */
export interface BatchExportFields {
  readonly name?: string | undefined
  readonly model?: Model | undefined
  readonly destination?: DestinationFields | undefined
  readonly interval?: Interval | undefined
  readonly paused?: boolean | undefined
  readonly last_paused_at?: string | null | undefined
  readonly start_at?: string | null | undefined
  readonly end_at?: string | null | undefined
  readonly hogql_query?: string | null | undefined
}

/** What a new one needs. */
interface NewFields extends BatchExportFields {
  readonly name: string
  readonly destination: DestinationFields
  readonly interval: Interval
}

/** One export of a tenant. */
export interface BatchExportOfTenant {
  readonly tenant: Tenant
  readonly id: string
}

/** Lists a tenant's exports, newest first. */
export async function listBatchExports(
  db: Kysely<Database>,
  { tenant, slice }: { tenant: Tenant; slice: Slice },
): Promise<Page<BatchExport>> {
  const { count } = await exportsOf(db, tenant).select(countAll).executeTakeFirstOrThrow()
  const rows = await exportsOf(db, tenant)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: await viewAll(db, tenant, rows) }
}

export async function getBatchExport(
  db: Kysely<Database>,
  { tenant, id }: BatchExportOfTenant,
): Promise<BatchExport> {
  return await view(db, tenant, await findExport(exportsOf(db, tenant).selectAll(), id))
}

/** Makes an export of the caller's current project, or else of the organization's oldest one. */
export async function createBatchExport(
  { db, exports: { secretBox } }: Pick<Foundation, 'db' | 'exports'>,
  { tenant, fields }: { tenant: Tenant; fields: NewFields },
): Promise<BatchExport> {
  assertQuery(fields.hogql_query)
  const config = splitConfig(fields.destination)
  const owner = { organization_id: tenant.organizationId, id: randomUUID() }
  return await db.transaction().execute(async (transaction) => {
    const { interval, model = 'events', paused = false } = fields
    const row = await transaction
      .insertInto('batch_exports')
      .values({
        ...owner,
        ...writeConfig(secretBox, owner, config),
        project_id: await projectFor(transaction, tenant),
        name: fields.name,
        model,
        destination_type: fields.destination.type,
        interval,
        paused,
        last_paused_at: fields.last_paused_at ?? null,
        start_at: fields.start_at ?? null,
        end_at: fields.end_at ?? null,
        hogql_query: fields.hogql_query ?? null,
        scheduled_until: floor(interval, new Date()),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(transaction, {
      tenant,
      row,
      activity: 'created',
      changes: creationOf('BatchExport', logged(row)),
    })
    return await view(transaction, tenant, row)
  })
}

/** Changes an export. The config is merged over the stored one while the type of the destination stays. */
export async function updateBatchExport(
  { db, exports: { secretBox } }: Pick<Foundation, 'db' | 'exports'>,
  { tenant, id, fields }: BatchExportOfTenant & { fields: BatchExportFields },
): Promise<BatchExport> {
  assertQuery(fields.hogql_query)
  return await change(db, { tenant, id }, (before) => {
    const { name, model, destination, interval, last_paused_at, start_at, end_at, hogql_query } = fields
    const stored = destination?.type === before.destination_type ? readConfig(secretBox, before).config : {}
    const config =
      destination && splitConfig({ type: destination.type, config: { ...stored, ...destination.config } })
    return {
      ...{ name, model, interval, start_at, end_at, hogql_query },
      ...pauseTo(before, fields.paused),
      last_paused_at, // the caller's: only the operation `pause` sets the time by itself
      ...(destination &&
        config && { destination_type: destination.type, ...writeConfig(secretBox, before, config) }),
    }
  })
}

/** Pauses or unpauses an export; one that is so already stays as it is. What a pause has left out is not made up for. */
export async function setPaused(
  db: Kysely<Database>,
  { tenant, id, paused }: BatchExportOfTenant & { paused: boolean },
): Promise<BatchExport> {
  return await change(db, { tenant, id }, (before) => pauseTo(before, paused))
}

/** Removes an export, its secrets at once; runs that have not ended are cancelled. */
export async function deleteBatchExport(
  db: Kysely<Database>,
  { tenant, id }: BatchExportOfTenant,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await findExport(exportsOf(transaction, tenant).selectAll().forUpdate(), id)
    await transaction
      .updateTable('batch_exports')
      .set({ deleted_at: sql`now()`, secrets: null })
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .execute()
    await cancelRuns(transaction, row)
    await record(transaction, {
      tenant,
      row,
      activity: 'deleted',
      changes: deletionOf('BatchExport', logged(row)),
    })
  })
}

/** Runs of one backfill at most. */
const longestBackfill = 10_000

/** Makes runs for all intervals of a range, those that have ended and, later, the one that has not. */
export async function backfillBatchExport(
  { db, jobs }: { db: Kysely<Database>; jobs: Jobs },
  { tenant, id, start_at, end_at }: BatchExportOfTenant & { start_at: string; end_at: string },
): Promise<BatchExport> {
  const batchExport = await findExport(exportsOf(db, tenant).selectAll(), id)
  const start = floor(batchExport.interval, new Date(start_at))
  const end = new Date(end_at)
  const length = lengths[batchExport.interval]
  if (new Date(start_at) >= end) throw new Refusal('backfillOrder')
  if (end.getTime() > Date.now() + length) throw new Refusal('backfillInFuture')
  const roundedEnd = floor(batchExport.interval, new Date(end.getTime() + length - 1))
  const spans =
    batchExport.model === 'persons'
      ? [{ start, end: roundedEnd }]
      : wholeIntervals(batchExport.interval, { start, end: roundedEnd }, longestBackfill + 1)
  if (spans.length > longestBackfill) throw new Refusal('backfillTooLong')
  await db.transaction().execute(async (transaction) => {
    await createRuns(transaction, { jobs, batchExport, spans, backfillId: randomUUID() })
  })
  return await view(db, tenant, batchExport)
}

/** Finds an export of a tenant, to read what belongs to it. @throws Refusal when there is none */
export async function requireBatchExport(
  db: Kysely<Database>,
  { tenant, id }: BatchExportOfTenant,
): Promise<void> {
  await findExport(exportsOf(db, tenant).selectAll(), id)
}

type Changes = Partial<
  Pick<
    BatchExportRow,
    | 'name'
    | 'model'
    | 'interval'
    | 'paused'
    | 'last_paused_at'
    | 'start_at'
    | 'end_at'
    | 'hogql_query'
    | 'destination_type'
    | 'secrets'
  >
> & { readonly config?: string; readonly scheduled_until?: Date }

function pauseTo(before: BatchExportRow, paused: boolean | undefined): Changes {
  if (paused === undefined || paused === before.paused) return {}
  return paused
    ? { paused, last_paused_at: new Date().toISOString() }
    : { paused, scheduled_until: floor(before.interval, new Date()) }
}

async function change(
  db: Kysely<Database>,
  { tenant, id }: BatchExportOfTenant,
  decide: (before: BatchExportRow) => { readonly [Name in keyof Changes]: Changes[Name] | undefined },
): Promise<BatchExport> {
  return await db.transaction().execute(async (transaction) => {
    const before = await findExport(exportsOf(transaction, tenant).selectAll().forUpdate(), id)
    const set = decide(before)
    if (Object.values(set).every((value) => value === undefined))
      return await view(transaction, tenant, before)
    const row = await transaction
      .updateTable('batch_exports')
      .set({ ...set, last_updated_at: sql`now()` })
      .where('organization_id', '=', before.organization_id)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const changes = changesBetween('BatchExport', {
      before: logged(before),
      after: logged(row),
      fields: loggedFields,
    })
    await record(transaction, { tenant, row, activity: 'updated', changes })
    return await view(transaction, tenant, row)
  })
}

function exportsOf(db: Kysely<Database>, tenant: Tenant) {
  return db
    .selectFrom('batch_exports')
    .where('organization_id', '=', tenant.organizationId)
    .where('deleted_at', 'is', null)
}

async function findExport(
  query: SelectQueryBuilder<Database, 'batch_exports', BatchExportRow>,
  id: string,
): Promise<BatchExportRow> {
  const row = isUuid(id) ? await query.where('id', '=', id).executeTakeFirst() : undefined
  if (row === undefined) throw new Refusal('notFound')
  return row
}

/** The caller's current project where it is one of the organization, else the organization's oldest one. */
async function projectFor(db: Kysely<Database>, { organizationId, caller }: Tenant): Promise<number> {
  const project = await db
    .selectFrom('projects')
    .innerJoin('users', (join) => join.on('users.id', '=', caller.id))
    .where('projects.organization_id', '=', organizationId)
    .orderBy(
      ({ eb, ref }) => eb('projects.id', '=', ref('users.current_project_id')),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('projects.id')
    .select('projects.id')
    .executeTakeFirst()
  if (project === undefined) throw new Refusal('projectNotFound')
  return project.id
}

function assertQuery(query: string | null | undefined): void {
  if (typeof query === 'string') parseSelectList(query)
}

/** The members that the activity log tells of; of the secrets only that they are others. */
function logged(row: BatchExportRow) {
  const { name, model, destination_type, config, interval, paused, start_at, end_at, hogql_query } = row
  return { name, model, destination_type, config, interval, paused, start_at, end_at, hogql_query }
}

const loggedFields = [
  'name',
  'model',
  'destination_type',
  'config',
  'interval',
  'paused',
  'start_at',
  'end_at',
  'hogql_query',
] as const

async function record(
  transaction: Transaction<Database>,
  {
    tenant,
    row,
    activity,
    changes,
  }: {
    tenant: Tenant
    row: BatchExportRow
    activity: 'created' | 'updated' | 'deleted'
    changes: ReturnType<typeof creationOf>
  },
): Promise<void> {
  await recordActivity(transaction, {
    organizationId: row.organization_id,
    projectId: row.project_id,
    user: tenant.caller,
    scope: 'BatchExport',
    itemId: row.id,
    activity,
    detail: { name: row.name, changes },
  })
}

async function view(db: Kysely<Database>, tenant: Tenant, row: BatchExportRow): Promise<BatchExport> {
  const runs = await latestRuns(db, tenant.organizationId, [row.id])
  return viewExport(row, runs.get(row.id) ?? [])
}

async function viewAll(db: Kysely<Database>, tenant: Tenant, rows: BatchExportRow[]): Promise<BatchExport[]> {
  const ids = rows.map(({ id }) => id)
  const runs = await latestRuns(db, tenant.organizationId, ids)
  return rows.map((row) => viewExport(row, runs.get(row.id) ?? []))
}

function viewExport(row: BatchExportRow, runs: BatchExportRun[]): BatchExport {
  return {
    id: row.id,
    team_id: row.project_id,
    name: row.name,
    model: row.model,
    // The config was held against the schema of its type when it was written.
    destination: { type: row.destination_type, config: row.config } as BatchExport['destination'],
    interval: row.interval,
    paused: row.paused,
    created_at: row.created_at,
    last_updated_at: row.last_updated_at,
    last_paused_at: row.last_paused_at,
    start_at: row.start_at,
    end_at: row.end_at,
    latest_runs: runs,
    hogql_query: row.hogql_query,
    schema: row.hogql_query === null ? null : schemaOf(parseSelectList(row.hogql_query)),
  }
}
