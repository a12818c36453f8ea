import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Log } from '../../observability/log.ts'
import type { Clickhouse } from '../clickhouse/client.ts'
import { lacksEventTables } from '../clickhouse/failures.ts'
import { type ClickhouseRows, deleteClickhouseProject, writeClickhouseRows } from '../clickhouse/write.ts'
import { readEventHome } from '../home.ts'
import {
  type Block,
  closeOutboxBlock,
  fixOutboxBlock,
  isBlockOpen,
  outboxBlockLines,
  projectsGoneFromBlock,
} from './blocks.ts'
import { completeRows } from './complete-rows.ts'
import { prepareTablesToShip } from './prepare-tables.ts'

/** Sends the outbox to ClickHouse while the process is running. */
export interface Shipper {
  /** Stops after the current block. */
  stop(): Promise<void>
}

/** Advisory lock held by the process that ships events. */
export const shipperTurn = 7_305_114

/**
 * Time between checks of an empty outbox, in milliseconds. An event waits at most this long if nothing else
 * delays it.
 */
const idlePause = 200

/** Time to wait after a failure, in milliseconds: at first, and at most. */
const failurePause = { first: 250, most: 5000 }

export interface ShipperParts {
  readonly db: Kysely<Database>
  readonly clickhouse: Clickhouse
  readonly log: Log
}

/**
 * Starts to ship events. Only one process ships at a time. The other processes wait until that process
 * releases the lock or loses its connection.
 */
export function startShipper(parts: ShipperParts): Shipper {
  return new OutboxShipper(parts)
}

class OutboxShipper implements Shipper {
  readonly #db: Kysely<Database>
  readonly #clickhouse: Clickhouse
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  /** True if this process knows that the tables exist. */
  #isPrepared = false

  constructor({ db, clickhouse, log }: ShipperParts) {
    this.#db = db
    this.#clickhouse = clickhouse
    this.#log = log
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #shipInTurn(connection: Kysely<Database>, onBlock: () => void): Promise<void> {
    if (!(await takesTurn(connection))) return
    try {
      while (!this.#stopping.signal.aborted) {
        const block = await fixOutboxBlock(connection)
        // Releases the lock, because the process that drops the events left in ClickHouse might be waiting
        // for it.
        if (block === undefined && (await readEventHome(connection)) === 'postgres') return
        // Done even if the outbox is empty, because views read the tables.
        if (!this.#isPrepared) await prepareTablesToShip({ db: connection, clickhouse: this.#clickhouse })
        this.#isPrepared = true
        if (block === undefined) {
          await this.#pause(idlePause)
          continue
        }
        await ship({ db: connection, clickhouse: this.#clickhouse }, block)
        onBlock()
      }
    } catch (error) {
      if (lacksEventTables(error)) this.#isPrepared = false
      throw error
    } finally {
      await sql`select pg_advisory_unlock(${shipperTurn})`.execute(connection)
    }
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#db.connection().execute((connection) =>
          this.#shipInTurn(connection, () => {
            failures = 0
          }),
        )
        await this.#pause(5 * idlePause)
      } catch (error) {
        failures += 1
        const wait = Math.min(failurePause.first * 2 ** (failures - 1), failurePause.most)
        this.#log.warn('events wait for ClickHouse', { attempt: failures, error: String(error) })
        await this.#pause(wait)
      }
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {
      // The pause was aborted because the process is stopping, which the loop detects.
    })
  }
}

async function takesTurn(connection: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(${shipperTurn}) as taken`.execute(connection)
  return rows[0]?.taken === true
}

/** Sends a block. Persons are sent before their events. */
async function ship({ db, clickhouse }: Omit<ShipperParts, 'log'>, block: Block): Promise<void> {
  const send = async (rows: ClickhouseRows): Promise<void> =>
    block.isNew
      ? await writeClickhouseRows(clickhouse, rows)
      : await completeRows(clickhouse, rows, async () => await isBlockOpen(db, block))
  for (const [kind, tables] of [
    ['persons', ['persons']],
    ['ids', ['person_distinct_ids']],
    ['events', ['person_events', 'events']],
  ] as const) {
    const lines = await outboxBlockLines(db, { block, kind })
    for (const table of tables) await send({ table, lines, token: `${block.id}-${table}` })
  }
  for (const projectId of await projectsGoneFromBlock(db, block))
    await deleteClickhouseProject(clickhouse, projectId)
  await closeOutboxBlock(db, block)
}
