import { afterAll, beforeAll } from 'vitest'
import { type Connection, connectDatabaseSource } from '../../../server/database/connection.ts'
import { makeDatabase, type TestDatabase } from './postgres.ts'

/** A database, and a connection to it. Neither is there before the tests begin. */
export interface UsedDatabase {
  readonly url: string
  readonly connection: Connection
}

/**
 * Makes a database before the tests of the file, or of the `describe` that this stands in, and drops it after
 * them. Call it first: what is called later begins later and ends before.
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
