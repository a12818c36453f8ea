import { setTimeout as sleep } from 'node:timers/promises'
import { toAnswering, toFetch } from '@concordat/runtime/server'
import { serve } from '@concordat/runtime/server/node'
import type { Registry } from 'prom-client'
import { createApp } from '../app/app.ts'
import { jobsOfFeatures } from '../app/features.ts'
import { settingsOfExportProcess } from '../batch-exports/processes/exporter-settings.ts'
import { createExporters, type Exporters } from '../batch-exports/processes/exporters.ts'
import { withCapture } from '../capture/app.ts'
import { type Seed, seedWhenEmpty } from '../commands/seed/first-start.ts'
import { type Connection, connectDatabaseSource, type LimitedPool } from '../database/connection.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { waitUntilReachable } from '../database/wait-until-reachable.ts'
import { createEntry } from '../entry/entry.ts'
import { createRateLimits } from '../entry/rate-limits.ts'
import type { Clickhouse } from '../events/clickhouse/client.ts'
import { openEventsAtHome } from '../events/open-events.ts'
import { createOutboxBound } from '../events/outbox/bound.ts'
import { createOutboxGauge, type OutboxGauge } from '../events/outbox/gauge.ts'
import type { Shipper } from '../events/outbox/shipper.ts'
import type { OpenEvents } from '../events/store.ts'
import { withInvitePage } from '../invites/accepting/invite-page.ts'
import { createJobs, type JobRunner } from '../jobs/jobs.ts'
import { createLog, type Log } from '../observability/log.ts'
import {
  createMetricsRegistry,
  registerJobMetrics,
  registerLagMetrics,
  registerPoolMetrics,
} from '../observability/process-metrics.ts'
import { createHealth } from '../pages/health.ts'
import { searchConnections } from '../searches/searches.ts'
import { clickhouseFromSettings } from '../settings/clickhouse-source.ts'
import {
  type Configuration,
  ConfigurationError,
  readConfiguration,
  settingsHelp,
} from '../settings/configuration.ts'
import { tracingFromSettings } from '../settings/tracing-options.ts'
import { stopTracing } from '../tracing/spans.ts'
import { startTracing } from '../tracing/start.ts'
import { settleEventHomeAtStart } from './events.ts'
import { connectOtherServers } from './outside.ts'
import { startFailure } from './start-failures.ts'

/** Time limit for a database check, in seconds. */
const probeSeconds = 5

async function run(configuration: Configuration): Promise<void> {
  const { role, database, logLevel, drainSeconds, shutdownSeconds } = configuration
  const signal = stopSignal(drainSeconds + shutdownSeconds)
  const log = createLog({ level: logLevel })
  const tracing = tracingFromSettings(configuration)
  const warn = (error: string) => log.warn('traces not sent', { error })
  await startTracing(tracing && { ...tracing, warn })
  const connection = await connectDatabaseSource(database)
  const jobs = createJobs({ target: connection.target, role, log })
  let clickhouse: Clickhouse | undefined
  let exporters: Exporters | undefined
  let shipper: Shipper | undefined
  try {
    const first = await prepare(connection)
    const source = clickhouseFromSettings(configuration)
    await settleEventHomeAtStart(connection.db, { source, log })
    const library = source && (await import('./clickhouse.ts'))
    clickhouse = source && library?.connectClickhouse(source)
    const openElsewhere = clickhouse && library?.openClickhouseEvents(clickhouse, configuration.searchSeconds)
    const base = { connection, clickhouse, openElsewhere, jobs, log }
    const { foundation, answer, answerMetrics, health } = compose(configuration, base)
    exporters = createExporters({
      ...settingsOfExportProcess(configuration),
      clickhouse: source,
      db: connection.db,
      target: connection.target,
      log,
    })
    await jobs.start(jobsOfFeatures({ ...foundation, exporters }))
    if (clickhouse && role !== 'web') shipper = library?.startShipper({ db: connection.db, clickhouse, log })
    const closeServers = await listen(configuration, { answer, answerMetrics, first })
    log.info('stopping', { signal: await signal })
    health.stop()
    await sleep(drainSeconds * 1000)
    await closeServers()
  } finally {
    await shipper?.stop()
    await jobs.stop()
    await exporters?.stop()
    await clickhouse?.close()
    await connection.close()
    await stopTracing()
  }
  log.info('stopped')
}

/**
 * Serves the application, and the metrics if they have a separate port. @returns a function that stops both
 * servers.
 */
async function listen(
  { host, port, publicUrl, metricsPort, requestSeconds, shutdownSeconds }: Configuration,
  {
    answer,
    answerMetrics,
    first,
  }: Pick<ReturnType<typeof compose>, 'answer' | 'answerMetrics'> & { readonly first: Seed | undefined },
): Promise<() => Promise<void>> {
  const server = await serve(toFetch(answer), {
    hostname: host,
    origin: publicUrl,
    port,
    requestTimeoutMs: requestSeconds * 1000,
  })
  const metrics =
    metricsPort === undefined
      ? undefined
      : await serve(toFetch(answerMetrics), { hostname: host, port: metricsPort })
  if (metrics !== undefined) console.log(`Metrics at ${metrics.url}/metrics`)
  if (first !== undefined) console.log(`First API key, shown only now: ${first.key}`)
  console.log(`Listening on ${server.url}`)
  return async () => {
    await server.close((shutdownSeconds * 1000) / 2)
    await metrics?.close(0)
  }
}

/**
 * Waits for the database, migrates it, and seeds it if it has no users. Returns the seeded data; `undefined`
 * if there were users.
 */
async function prepare({ db }: Connection): Promise<Seed | undefined> {
  await waitUntilReachable(db)
  await migrateDatabase(db)
  return await seedWhenEmpty(db)
}

/** Parts of a process. */
interface ProcessParts {
  readonly connection: Connection
  readonly clickhouse: Clickhouse | undefined
  /** Opens events in ClickHouse. */
  readonly openElsewhere: OpenEvents | undefined
  readonly jobs: JobRunner
  readonly log: Log
}

/** Combines the parts. Requests have their own connections, so that jobs cannot use them up. */
function compose(
  configuration: Configuration,
  { connection, clickhouse, openElsewhere, jobs, log }: ProcessParts,
) {
  const {
    role,
    requestSeconds,
    searchSeconds,
    databaseConnections,
    validateResponses,
    clearEventsSchedule,
    receiptDays,
  } = configuration
  const outside = connectOtherServers(configuration)
  const openEvents = openEventsAtHome(openElsewhere)
  const foundation = { db: connection.db, openEvents, jobs, clearEventsSchedule, receiptDays, ...outside }
  const requests = connection.open({ connections: databaseConnections, statementSeconds: requestSeconds })
  const searches = connection.open({ connections: searchConnections, statementSeconds: searchSeconds })
  // Separate connections, so that readiness can be checked while requests use all other connections.
  const probes = connection.open({ connections: 1, statementSeconds: probeSeconds })
  const rateLimits = configuration.rateLimits === 'on' ? createRateLimits(requests.db) : undefined
  const service = createApp({
    ...foundation,
    db: requests.db,
    searches: searches.db,
    log,
    validateResponses,
    rateLimits,
  })
  const withPages = {
    answer: withInvitePage(toAnswering(service), { ...foundation, db: requests.db, log }),
    operations: service.operations,
  }
  const outbox = clickhouse && createOutboxGauge(probes.db, log)
  const outboxBound = outbox && createOutboxBound(outbox, configuration.outboxEvents)
  const app = withCapture(withPages, { db: requests.db, log, validateResponses, outboxBound })
  const health = createHealth(probes.db, outbox)
  const registry = registryOf({ requests, probes, outbox, log })
  const { answer, answerMetrics } = createEntry({
    app: role === 'worker' ? undefined : app,
    health,
    log,
    requestSeconds,
    hasOwnMetrics: configuration.metricsPort !== undefined,
    registry,
  })
  return { foundation, answer, answerMetrics, health }
}

/** A process's metrics, except those for its requests. */
function registryOf({
  requests,
  probes,
  outbox,
  log,
}: {
  readonly requests: LimitedPool
  readonly probes: LimitedPool
  readonly outbox: OutboxGauge | undefined
  readonly log: Log
}): Registry {
  const registry = createMetricsRegistry()
  registerPoolMetrics(registry, () => requests.state())
  registerJobMetrics(registry, { db: probes.db, log })
  if (outbox !== undefined) registerLagMetrics(registry, () => outbox.read())
  return registry
}

/**
 * Resolves at the first signal. After a time limit, the process ends in any case. Further signals have no
 * additional effect, because npm repeats the terminal's signal.
 */
function stopSignal(seconds: number): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        resolve(signal)
        setTimeout(() => process.exit(1), seconds * 1000).unref()
      })
    }
  })
}

/** Runs the service until it is stopped, or prints its help. Sets the exit code. */
export async function serveCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    const configuration = readConfiguration(args, environment)
    if (configuration === undefined) console.log(settingsHelp)
    else await run(configuration)
  } catch (error) {
    const isUsage = error instanceof ConfigurationError
    console.error(
      isUsage ? `${error.message}\nRun with --help to see all options.` : (startFailure(error) ?? error),
    )
    process.exitCode = isUsage ? 2 : 1
  }
}
