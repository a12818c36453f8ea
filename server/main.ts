import { serve } from '../runtime/server/node.ts'
import { createApp } from './app.ts'
import { type Configuration, ConfigurationError, help, readConfiguration } from './configuration.ts'
import { connect } from './database/connection.ts'
import { migrate } from './database/migrate.ts'
import { withoutNetwork } from './domains/challenge.ts'
import { seedWhenEmpty } from './first-start.ts'
import { createLog } from './log.ts'
import { logRequests } from './request-log.ts'

/** Milliseconds after a signal until the process ends, finished or not. */
const shutdownPatience = 30_000

/** Runs the service until a signal comes. */
async function run({ host, port, database, validateResponses }: Configuration): Promise<void> {
  const signal = stopSignal()
  const log = createLog()
  const { db, close } = await connect(database)
  try {
    await migrate(db)
    const first = await seedWhenEmpty(db)
    const app = createApp({ db, log, validateResponses, resolver: withoutNetwork })
    const server = await serve(logRequests(app, log), { hostname: host, port })
    if (first !== undefined) console.log(`First key, shown only now: ${first.key}`)
    console.log(`Listening on ${server.url}`)
    log.info('stopping', { signal: await signal })
    await server.close()
  } finally {
    await close()
  }
  log.info('stopped')
}

/** Resolves at the first signal. Further ones change nothing: npm forwards what the terminal has sent already. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        resolve(signal)
        setTimeout(() => process.exit(1), shutdownPatience).unref()
      })
    }
  })
}

try {
  const configuration = readConfiguration(process.argv.slice(2), process.env)
  if (configuration === undefined) console.log(help)
  else await run(configuration)
} catch (error) {
  const isUsage = error instanceof ConfigurationError
  console.error(isUsage ? `${error.message}\nRun with --help to see all options.` : error)
  process.exitCode = isUsage ? 2 : 1
}
