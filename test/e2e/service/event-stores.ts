import { describe } from 'vitest'
import { connectClickhouse } from '../../../server/events/clickhouse/client.ts'
import { createClickhouseEventStore } from '../../../server/events/clickhouse/store.ts'
import { createPostgresEventStore } from '../../../server/events/postgres/store.ts'
import type { EventStore } from '../../../server/events/store.ts'
import { hasClickhouse, startClickhouse, untilArrived } from './clickhouse/clickhouse.ts'
import { copyProject, emptyTables } from './clickhouse/copy-project.ts'
import { startTestService, type TestService } from './harness.ts'

/** A service whose events live in one of the stores. */
export interface StoredService extends TestService {
  /** The same store, accessed without the service. */
  readonly events: EventStore
  /** Waits until the store has received all captured events. */
  arrived(): Promise<void>
  /** Copies the events that a test wrote to PostgreSQL for a project to the store. */
  follow(projectId: number): Promise<void>
}

type Start = (env?: NodeJS.ProcessEnv) => Promise<StoredService>

async function startOnPostgres(env: NodeJS.ProcessEnv = {}): Promise<StoredService> {
  const service = await startTestService(env)
  const events = createPostgresEventStore(service.db)
  return { ...service, events, arrived: async () => {}, follow: async () => {} }
}

async function startOnClickhouse(env: NodeJS.ProcessEnv = {}): Promise<StoredService> {
  const parts = await startClickhouse()
  const service = await startTestService({ ...env, ...parts.env })
  const source = { urls: [parts.url], user: 'default', password: '', database: parts.database }
  const clickhouse = connectClickhouse({ ...source, cluster: undefined })
  const fails = () => Promise.reject(new Error('Nothing is deleted here.'))
  const followed = new Set<number>()
  const arrived = () => untilArrived(service.db)
  return {
    ...service,
    events: createClickhouseEventStore({ clickhouse, db: service.db, seconds: 60, delete: fails }),
    arrived,
    async follow(projectId) {
      // Persons arrive on their own, and would otherwise arrive again on top of the copy.
      await arrived()
      followed.add(projectId)
      await emptyTables(clickhouse)
      for (const id of followed) await copyProject({ db: service.db, clickhouse }, { projectId: id })
    },
    async stop() {
      await service.stop()
      await clickhouse.close()
      await parts.stop()
    },
  }
}

/** Runs the same tests with each event store. */
export function describeStores(tests: (start: Start) => void): void {
  describe('events in PostgreSQL', () => tests(startOnPostgres))
  describe.skipIf(!hasClickhouse)('events in ClickHouse (needs TEST_CHDB)', () => tests(startOnClickhouse))
}
