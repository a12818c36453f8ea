import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { BatchExport } from '../../generated/types.ts'
import { countAll } from '../database/count-all.ts'
import { inTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Tenant } from '../tenancy/tenancy.ts'
import { momentsInUtc } from '../values/moment.ts'
import type { Page, Slice } from '../values/pagination.ts'
import { readDestinationConfig, writeDestinationConfig } from './destinations/config-store.ts'
import {
  changesDestinationAddress,
  type DestinationFields,
  splitDestinationConfig,
} from './destinations/destination-config.ts'
import { recordExportActivity } from './export-activity.ts'
import type { ExportParts } from './parts.ts'
import { parseSelectList } from './records/select-list.ts'
import { exportRefusals } from './refusals.ts'
import { viewBatchExport, viewBatchExports } from './runs/export-view.ts'
import { cancelExportRuns } from './runs/runs.ts'
import { type BatchExportOfTenant, exportsOfTenant, findBatchExport } from './stored/export-rows.ts'
import { intervalStart } from './stored/intervals.ts'
import type { BatchExportRow, DestinationConfig, ExportInterval, ExportModel } from './tables.ts'

/** Properties of a batch export that a caller can set. */
export interface BatchExportFields {
  readonly name?: string | undefined
  readonly model?: ExportModel | undefined
  readonly destination?: DestinationFields | undefined
  readonly interval?: ExportInterval | undefined
  readonly paused?: boolean | undefined
  readonly last_paused_at?: string | null | undefined
  readonly start_at?: string | null | undefined
  readonly end_at?: string | null | undefined
  readonly hogql_query?: string | null | undefined
}

/** Properties of a new batch export. */
interface NewFields extends BatchExportFields {
  readonly name: string
  readonly destination: DestinationFields
  readonly interval: ExportInterval
}

/** Lists a tenant's batch exports, newest first. */
export async function listBatchExports(
  db: Kysely<Database>,
  { tenant, slice }: { tenant: Tenant; slice: Slice },
): Promise<Page<BatchExport>> {
  const { count } = await exportsOfTenant(db, tenant).select(countAll).executeTakeFirstOrThrow()
  const rows = await exportsOfTenant(db, tenant)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: await viewBatchExports(db, tenant.organizationId, rows) }
}

export async function getBatchExport(
  db: Kysely<Database>,
  { tenant, id }: BatchExportOfTenant,
): Promise<BatchExport> {
  return await viewBatchExport(db, await findBatchExport(exportsOfTenant(db, tenant).selectAll(), id))
}

const moments = ['last_paused_at', 'start_at', 'end_at'] as const

/**
 * Creates an export in the caller's current project if that project belongs to the organization; otherwise,
 * in the organization's oldest project.
 */
export async function createBatchExport(
  { db, secretBox }: Pick<ExportParts, 'db' | 'secretBox'>,
  { tenant, fields }: { tenant: Tenant; fields: NewFields },
): Promise<BatchExport> {
  assertQuery(fields.hogql_query)
  const config = splitDestinationConfig(fields.destination)
  const { start_at = null, end_at = null, ...given } = momentsInUtc(fields, moments)
  assertOrder({ start_at, end_at })
  const owner = { organization_id: tenant.organizationId, id: randomUUID() }
  return await inTransaction(db, async (transaction) => {
    const { interval, model = 'events', paused = false } = fields
    const { last_paused_at = paused ? new Date().toISOString() : null } = given
    const row = await transaction
      .insertInto('batch_exports')
      .values({
        ...owner,
        ...writeDestinationConfig(secretBox, owner, config),
        project_id: await projectFor(transaction, tenant),
        name: fields.name,
        model,
        destination_type: fields.destination.type,
        interval,
        paused,
        ...{ last_paused_at, start_at, end_at },
        hogql_query: fields.hogql_query ?? null,
        scheduled_until: intervalStart(interval, new Date()),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordExportActivity(transaction, { tenant, after: row })
    return await viewBatchExport(transaction, row)
  })
}

/**
 * Changes an export. If the destination keeps its type, the config is merged into the stored one. If its
 * address changes, the stored secrets are dropped, because they belong to the address for which they were
 * given.
 */
export async function updateBatchExport(
  { db, secretBox }: Pick<ExportParts, 'db' | 'secretBox'>,
  { tenant, id, fields }: BatchExportOfTenant & { fields: BatchExportFields },
): Promise<BatchExport> {
  assertQuery(fields.hogql_query)
  return await change(db, { tenant, id }, (before) => {
    const { name, model, destination, interval, hogql_query } = fields
    const { last_paused_at, start_at, end_at } = momentsInUtc(fields, moments)
    const config =
      destination &&
      splitDestinationConfig({
        type: destination.type,
        config: { ...keptConfig(secretBox, before, destination), ...destination.config },
      })
    if (start_at !== undefined || end_at !== undefined)
      assertOrder({
        start_at: start_at === undefined ? before.start_at : start_at,
        end_at: end_at === undefined ? before.end_at : end_at,
      })
    return {
      ...{ name, model, interval, start_at, end_at, hogql_query },
      ...pauseTo(before, fields.paused),
      ...(last_paused_at !== undefined && { last_paused_at }),
      ...(destination &&
        config && {
          destination_type: destination.type,
          ...writeDestinationConfig(secretBox, before, config),
        }),
    }
  })
}

/** Pauses an export. Has no effect if it is already paused. */
export async function pauseBatchExport(
  db: Kysely<Database>,
  { tenant, id }: BatchExportOfTenant,
): Promise<BatchExport> {
  return await change(db, { tenant, id }, (before) => pauseTo(before, true))
}

/**
 * Unpauses an export. Has no effect if it is not paused.
 * @param backfill true to make up for the runs missed during the pause: the schedule then continues from the
 * start of the pause.
 */
export async function unpauseBatchExport(
  db: Kysely<Database>,
  { tenant, id, backfill }: BatchExportOfTenant & { backfill: boolean },
): Promise<BatchExport> {
  return await change(db, { tenant, id }, (before) =>
    backfill && before.paused ? { paused: false } : pauseTo(before, false),
  )
}

/** Deletes an export and, immediately, its secrets. Unfinished runs are canceled. */
export async function deleteBatchExport(
  db: Kysely<Database>,
  { tenant, id }: BatchExportOfTenant,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await findBatchExport(exportsOfTenant(transaction, tenant).selectAll().forUpdate(), id)
    await transaction
      .updateTable('batch_exports')
      .set({ deleted_at: sql`now()`, secrets: null })
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .execute()
    await cancelExportRuns(transaction, row)
    await recordExportActivity(transaction, { tenant, before: row })
  })
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
    : { paused, scheduled_until: intervalStart(before.interval, new Date()) }
}

async function change(
  db: Kysely<Database>,
  { tenant, id }: BatchExportOfTenant,
  decide: (before: BatchExportRow) => { readonly [Name in keyof Changes]: Changes[Name] | undefined },
): Promise<BatchExport> {
  return await inTransaction(db, async (transaction) => {
    const before = await findBatchExport(exportsOfTenant(transaction, tenant).selectAll().forUpdate(), id)
    const set = decide(before)
    if (Object.values(set).every((value) => value === undefined))
      return await viewBatchExport(transaction, before)
    const row = await transaction
      .updateTable('batch_exports')
      .set({ ...set, last_updated_at: sql`now()` })
      .where('organization_id', '=', before.organization_id)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordExportActivity(transaction, { tenant, before, after: row })
    return await viewBatchExport(transaction, row)
  })
}

/**
 * The caller's current project if that project belongs to the organization; otherwise, the organization's
 * oldest project.
 */
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
  if (project === undefined) throw new Refusal(generalRefusals.projectNotFound)
  return project.id
}

/**
 * The stored config that a change keeps: nothing if the type changes, and no secrets if the address changes.
 */
function keptConfig(
  secretBox: SecretBox,
  before: BatchExportRow,
  change: DestinationFields,
): DestinationConfig {
  if (change.type !== before.destination_type) return {}
  return changesDestinationAddress(change, before.config)
    ? before.config
    : readDestinationConfig(secretBox, before).config
}

/** @throws Refusal if the export could never run, because its end is not after its start. */
function assertOrder({ start_at, end_at }: Pick<BatchExportRow, 'start_at' | 'end_at'>): void {
  if (start_at !== null && end_at !== null && new Date(end_at) <= new Date(start_at))
    throw new Refusal(exportRefusals.endNotAfterStart, 'end_at')
}

function assertQuery(query: string | null | undefined): void {
  if (typeof query === 'string') parseSelectList(query)
}
