import { afterAll, beforeAll } from 'vitest'
import { type Connection, connectDatabaseSource } from '../../../server/database/connection.ts'
import { makeDatabase, type TestDatabase } from './postgres.ts'

/** A database and a connection to it. Neither exists before the tests begin. */
export interface UsedDatabase {
  readonly url: string
  readonly connection: Connection
}

/**
 * Creates a database before the tests in the file or the surrounding `describe`, and drops it after them.
 * Call this first, so that later set-ups begin after it and end before it.
 */
export function useDatabase(): UsedDatabase {
  let made: TestDatabase | undefined
  let connection: Connection | undefined
  beforeAll(async () => {
    made = await makeDatabase()
    connection = await connectDatabaseSource({ url: made.url })
  })
  afterAll(async () => {
    await connection?.close()
    await made?.drop()
  })
  return {
    get url() {
      return made!.url
    },
    get connection() {
      return connection!
    },
  }
}
