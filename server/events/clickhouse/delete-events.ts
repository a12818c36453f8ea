import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { hasOutboxArrived, lastOutboxSequence } from '../outbox/outbox.ts'
import type { EventDeletion } from '../store.ts'
import type { Clickhouse } from './client.ts'
import { deleteClickhouseRows } from './write.ts'

/** Maximum number of id characters in a statement. Ids are part of a URL, whose length servers limit. */
const mostCharacters = 10_000

/** Time between two checks of whether the captured events have arrived, in milliseconds. */
const pause = 200

/** @see EventStore.delete */
export async function deleteEvents(
  { clickhouse, db }: { readonly clickhouse: Clickhouse; readonly db: Kysely<Database> },
  { projectId, distinctIds, until }: EventDeletion,
  signal?: AbortSignal,
): Promise<void> {
  // Wait for events that are still to be sent, because they would arrive after the deletion.
  for (const last = await lastOutboxSequence(db); !(await hasOutboxArrived(db, last)); )
    await sleep(pause, undefined, signal && { signal })
  for (const ids of batchesOf(distinctIds)) {
    signal?.throwIfAborted()
    for (const table of ['events', 'person_events'] as const)
      await deleteClickhouseRows(clickhouse, {
        table,
        where: `project_id = {projectId:Int32} and distinct_id in {ids:Array(String)}
          and created_at <= {until:Int64}`,
        parameters: { projectId, ids, until: String(microseconds(until)) },
      })
  }
}

function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = []
  let room = 0
  for (const id of ids) {
    const length = encodeURIComponent(id).length
    if (length > room) {
      batches.push([])
      room = mostCharacters
    }
    batches.at(-1)?.push(id)
    room -= length
  }
  return batches
}

/** Microseconds since 1970, which a `Date` would lose. */
function microseconds(moment: string): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(moment) ?? []
  const seconds = BigInt(Date.parse(moment.replace(/\.\d+/, '')) / 1000)
  return seconds * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}
