import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, connectDatabaseSource } from '../../../../server/database/connection.ts'
import { migrateDatabase } from '../../../../server/database/migrate.ts'
import { migrations } from '../../../../server/database/migrations/all.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../small-disk.ts'

const reason = whyNoSmallDisk()

/** Space for the cluster and its write-ahead log. */
const megabytes = 128

describe.skipIf(reason !== undefined)(`a full disk${reason === undefined ? '' : ` (${reason})`}`, () => {
  let disk: SmallDisk
  let connection: Connection
  beforeAll(async () => {
    disk = mountSmallDisk(megabytes)
    connection = await connectDatabaseSource({ folder: disk.folder })
  })
  afterAll(async () => {
    await connection?.close()
    disk?.unmount()
  })

  const applied = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      connection.db,
    )
    return rows.map(({ name }) => name)
  }

  it('ends a migration with its reason, and leaves whole what was made; with room it goes on from there', async () => {
    disk.fill(2 ** 20)
    await expect(migrateDatabase(connection.db)).rejects.toThrow(/No space left on device/)
    const before = await applied().catch(() => [])
    expect(before.length).toBeLessThan(Object.keys(migrations).length)
    await expect(migrateDatabase(connection.db)).rejects.toThrow(/No space left on device/)
    disk.free()
    await migrateDatabase(connection.db)
    expect(await applied()).toEqual(Object.keys(migrations).toSorted())
    const { rows } = await sql`select count(*)::int as count from organizations`.execute(connection.db)
    expect(rows).toEqual([{ count: 0 }])
  })
})
