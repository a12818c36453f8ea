import { ClickHouseError } from '@clickhouse/client'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { connectClickhouse, isClickhouseUnreachable } from '../../events/clickhouse/client.ts'
import { MoveError } from '../../events/move/move-error.ts'
import { moveEvents } from '../../events/move/move-events.ts'
import { createLog } from '../../observability/log.ts'
import { clickhouseFromSettings } from '../../settings/clickhouse-source.ts'
import { ConfigurationError } from '../../settings/configuration.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { type Command, CommandError } from '../command.ts'
import { createOperatorProgressLine } from './progress-line.ts'

/** Moves events between PostgreSQL and ClickHouse. */
export const eventsMoveCommand: Command = {
  summary: 'move all events to the ClickHouse server at CLICKHOUSE_URL while the service keeps running',
  options: {},
  flags: { back: 'move the events back to PostgreSQL' },
  prepare({ back }) {
    const { values: settings, problems } = readSettings({}, process.env)
    if (problems.length > 0) throw new ConfigurationError(problems)
    const source = clickhouseFromSettings(settings)
    if (source === undefined)
      throw new ConfigurationError([
        'The command "events move" needs the same CLICKHOUSE_URL as the service.',
      ])
    const to = back === undefined ? 'clickhouse' : 'postgres'
    return async (db) => {
      const clickhouse = connectClickhouse(source)
      const progress = createOperatorProgressLine(process.stderr)
      const log = createLog({ level: 'error' })
      const { outboxEvents, receiptDays } = settings
      try {
        await moveEvents({ db, clickhouse, log, outboxEvents, receiptDays, tell: progress.show }, to)
        return { home: to }
      } catch (error) {
        throw asCommandError(error)
      } finally {
        progress.clear()
        await clickhouse.close()
      }
    }
  },
}

/** Converts the expected errors of a move to a CommandError. */
function asCommandError(error: unknown): unknown {
  if (error instanceof MoveError) return new CommandError(error.message)
  if (!isDatabaseUnavailable(error) && !isClickhouseUnreachable(error) && !(error instanceof ClickHouseError))
    return error
  const store = isDatabaseUnavailable(error) && !isClickhouseUnreachable(error) ? 'PostgreSQL' : 'A database'
  return new CommandError(
    `${store} failed: ${String(error)}\nFix: check the database, and run the command again. The command continues where it stopped.`,
  )
}
