import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { OutboxKind } from '../tables.ts'

/**
 * Number of rows, and of bytes, at which a block is full. Large blocks suit ClickHouse; small blocks take
 * less memory in this process.
 */
const full = { rows: 50_000, bytes: 16 * 2 ** 20 }

/** Maximum number of outbox rows examined for one block. */
const considered = 20_000

/** Rows that are sent to ClickHouse together. */
export interface Block {
  /** Identical in every attempt to send the block. */
  readonly id: string
  /** True if the block cannot have been sent yet. */
  readonly isNew: boolean
  readonly sequences: readonly string[]
}

/**
 * The block that is being sent or, if there is none, the next block. A block's content is fixed before it is
 * sent: every process that sends the block sends the same rows, whatever is captured in the meantime.
 * @returns `undefined` if nothing is waiting.
 */
export async function fixOutboxBlock(db: Kysely<Database>): Promise<Block | undefined> {
  return (await readBlock(db)) ?? (await makeBlock(db)) ?? (await readBlock(db))
}

async function readBlock(db: Kysely<Database>): Promise<Block | undefined> {
  const block = await db.selectFrom('event_blocks').select(['id', 'sequences']).executeTakeFirst()
  return block && { ...block, isNew: false }
}

async function makeBlock(db: Kysely<Database>): Promise<Block | undefined> {
  const { rows } = await sql<Block>`
    insert into event_blocks (sequences)
    select array_agg(sequence order by sequence) from (
      select sequence,
        sum(count) over before as rows, sum(bytes) over before as bytes
      from (select sequence, count, bytes from event_outbox order by sequence limit ${considered}) as next
      window before as (order by sequence rows between unbounded preceding and 1 preceding)
    ) as candidate
    where coalesce(rows, 0) < ${full.rows} and coalesce(bytes, 0) < ${full.bytes}
    having count(*) > 0
    on conflict do nothing
    returning id, sequences, true as "isNew"`.execute(db)
  return rows[0]
}

/**
 * The ClickHouse columns for each kind of row, as pairs of name and value. A copied event keeps its time of
 * acceptance.
 */
const columns = {
  persons: sql`'project_id', project_id, 'id', row -> 'id', 'created_at', row -> 'created_at',
    'texts', property_texts(row -> 'properties'), 'is_deleted', row -> 'is_deleted', 'version', row -> 'version'`,
  ids: sql`'project_id', project_id, 'distinct_id', row -> 'distinct_id', 'person_id', row -> 'person_id',
    'events_differ', row -> 'events_differ', 'version', row -> 'version'`,
  events: sql`'project_id', project_id, 'uuid', row -> 'uuid', 'event', row -> 'event',
    'distinct_id', row -> 'distinct_id', 'person_id', row -> 'person_id', 'timestamp', row -> 'timestamp',
    'created_at', coalesce(row -> 'created_at', to_jsonb(event_micros(created_at))), 'properties', (row -> 'properties')::text,
    'texts', property_texts(row -> 'properties')`,
} as const

/** A block's rows of one kind, as JSON lines; empty if there are none. */
export async function outboxBlockLines(
  db: Kysely<Database>,
  { block, kind }: { readonly block: Block; readonly kind: Exclude<OutboxKind, 'project'> },
): Promise<string> {
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(json_build_object(${columns[kind]})::text, e'\n' order by sequence, place) as lines
    from event_outbox, jsonb_array_elements(rows) with ordinality as given (row, place)
    where sequence = any(${block.sequences}::bigint[]) and kind = ${kind}`.execute(db)
  return rows[0]?.lines ?? ''
}

/** Projects in a block that were deleted. */
export async function projectsGoneFromBlock(
  db: Kysely<Database>,
  { sequences }: Block,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('event_outbox')
    .where('sequence', '=', sql<string>`any(${sequences}::bigint[])`)
    .where('kind', '=', 'project')
    .select('project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

/**
 * True if a block is not yet closed.
 * @param db the connection that holds the shipper's lock, so that this fails if the lock is lost.
 */
export async function isBlockOpen(db: Kysely<Database>, { id }: Block): Promise<boolean> {
  const row = await db.selectFrom('event_blocks').where('id', '=', id).select('id').executeTakeFirst()
  return row !== undefined
}

/** Marks a block as arrived. If two processes sent it, both can do this. */
export async function closeOutboxBlock(db: Kysely<Database>, { id, sequences }: Block): Promise<void> {
  await sql`
    with arrived as (delete from event_blocks where id = ${id})
    delete from event_outbox where sequence = any(${sequences}::bigint[])`.execute(db)
}
