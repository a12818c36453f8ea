import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Finds a row in a group by its key; returns `undefined` if there is none. */
export type Lookup<Row> = (db: Kysely<Database>, group: number, key: number) => Promise<Row | undefined>

/** Maximum number of rows that one statement looks up. */
const most = 100

/** Lookups that are waiting for the same statement. */
interface Gathering<Row> {
  readonly keys: Set<number>
  readonly found: Promise<ReadonlyMap<number, Row>>
}

/**
 * Lets requests that look up rows in the same group share a statement if they do so in the same turn of the
 * event loop. Sending a statement and reading its result costs several times as much as one more row, both
 * here and in PostgreSQL. This is not a cache: a statement is sent only after all the lookups that share it
 * have begun.
 * @param find returns the rows with the given keys, in any order.
 */
export function gatherLookups<Row>(
  find: (db: Kysely<Database>, group: number, keys: readonly number[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => number,
): Lookup<Row> {
  // Each transaction has its own Kysely instance.
  const waiting = new WeakMap<Kysely<Database>, Map<number, Gathering<Row>>>()

  function begin(db: Kysely<Database>, group: number, groups: Map<number, Gathering<Row>>): Gathering<Row> {
    const keys = new Set<number>()
    const gathering = { keys, found: findAll() }
    groups.set(group, gathering)
    return gathering

    async function findAll(): Promise<ReadonlyMap<number, Row>> {
      await nextTurn()
      if (groups.get(group) === gathering) groups.delete(group)
      const rows = await find(db, group, [...keys])
      return new Map(rows.map((row) => [keyOf(row), row]))
    }
  }

  return async (db, group, key) => {
    const groups = waiting.get(db) ?? new Map<number, Gathering<Row>>()
    waiting.set(db, groups)
    const known = groups.get(group)
    const gathering = known !== undefined && known.keys.size < most ? known : begin(db, group, groups)
    gathering.keys.add(key)
    return (await gathering.found).get(key)
  }
}
