import { connectToDatabase } from '../../database/connection.ts'
import { connectClickhouse } from '../../events/clickhouse/client.ts'
import { openClickhouseEvents } from '../../events/clickhouse/open-events.ts'
import { openEventsAtHome } from '../../events/open-events.ts'
import { createAddressPolicy } from '../../outbound/address-policy.ts'
import { createSecretBox } from '../../secrets/secret-box.ts'
import { inSpan, stopTracing } from '../../tracing/spans.ts'
import { startTracing } from '../../tracing/start.ts'
import { errorText } from '../../values/error-text.ts'
import type { AttemptTools } from './attempt.ts'
import { attemptExportRun } from './attempt-run.ts'
import {
  type ExportingSettings,
  type FromProcess,
  memoryExceeded,
  type RunMessage,
  type ToProcess,
} from './messages.ts'
import type { AttemptOutcome } from './outcome.ts'

/** Time between memory checks, in milliseconds. V8's own limit does not include buffers. */
const lookEvery = 50

/** Number of database connections: one to read, the others to save a run's progress. */
const connections = 3

let tools: Promise<AttemptTools> | undefined
let stopping = new AbortController()

process.on('message', (message: ToProcess) => {
  if ('settings' in message) tools = prepare(message.settings)
  else if ('stop' in message) stopping.abort(new Error('The process stops.'))
  else if (tools !== undefined) {
    stopping = new AbortController()
    makeAttempt(tools, message, stopping.signal).then(
      (outcome) => answer({ outcome }),
      (error: unknown) => answer({ error: errorText(error) }),
    )
  }
})
// Ignore signals, because a terminal sends them to all processes. Only the service decides when to stop, and
// this process ends when the service does.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => stopTracing().finally(() => process.exit()))

function answer(message: FromProcess): void {
  process.send?.(message)
}

/** Makes an attempt as part of the service's trace. */
async function makeAttempt(
  ready: Promise<AttemptTools>,
  { run, trace }: RunMessage,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const attempt = await ready
  const start = { name: 'attempt a run', kind: 'consumer', partOf: trace } as const
  return await inSpan(start, () => attemptExportRun(attempt, run, signal))
}

async function prepare(settings: ExportingSettings): Promise<AttemptTools> {
  const {
    target,
    clickhouse,
    secretKey,
    earlierSecretKeys,
    exportFolder,
    allowedNetworks,
    retryDelay,
    runSeconds,
    tracing,
    memoryMegabytes,
  } = settings
  const most = memoryMegabytes * 2 ** 20
  setInterval(() => {
    if (process.memoryUsage.rss() > most) process.exit(memoryExceeded)
  }, lookEvery).unref()
  await startTracing(tracing)
  return {
    db: connectToDatabase(target, { connections }).db,
    openEvents: openEventsAtHome(
      clickhouse && openClickhouseEvents(connectClickhouse(clickhouse), runSeconds),
    ),
    secretBox: createSecretBox(secretKey, earlierSecretKeys),
    addresses: createAddressPolicy(allowedNetworks),
    exportFolder,
    retryDelay,
    runSeconds,
  }
}
