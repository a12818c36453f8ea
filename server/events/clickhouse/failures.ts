import { ClickHouseError } from '@clickhouse/client'
import { analysisRefusals } from '../../questions/refusals.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { isClickhouseUnreachable } from './client.ts'

/** Error codes for a regular expression that RE2 does not support. */
const foreignPattern: ReadonlySet<string> = new Set(['427'])

/** Error codes for work that took too much time or memory, or for too many queries at once. */
const overloaded: ReadonlySet<string> = new Set(['159', '160', '202', '241', '439'])

/**
 * Error codes for unreachable servers: a shard is missing or was lost during the query, so the result would
 * be incomplete.
 */
const away: ReadonlySet<string> = new Set(['32', '209', '210', '242', '279', '425', '636'])

/** Error codes for tables, or a database, that do not exist yet. */
const unmade: ReadonlySet<string> = new Set(['60', '81'])

/**
 * A cluster server's message about a reachable shard that lacks the table. Its code is the same as for an
 * unreachable shard.
 */
const lackedByShard = /^There is no table /m

/** True if the event tables are missing. */
export function lacksEventTables(error: unknown): boolean {
  if (!(error instanceof ClickHouseError)) return false
  return unmade.has(error.code) || (error.code === '279' && lackedByShard.test(error.message))
}

/** The refusal for a ClickHouse error that is temporary or caused by the caller's query. */
export function asClickhouseRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof ClickHouseError)) {
    return isClickhouseUnreachable(error) ? new Refusal(analysisRefusals.eventsAway) : undefined
  }
  if (foreignPattern.has(error.code)) return new Refusal(analysisRefusals.regexForeign, 'properties')
  if (overloaded.has(error.code)) return new Refusal(analysisRefusals.analysisTooLarge)
  return away.has(error.code) || lacksEventTables(error)
    ? new Refusal(analysisRefusals.eventsAway)
    : undefined
}
