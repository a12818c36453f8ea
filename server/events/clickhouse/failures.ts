import { ClickHouseError } from '@clickhouse/client'
import { analysisRefusals } from '../../questions/refusals.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { isUnreachable } from './client.ts'

/** Codes of a regular expression that RE2 does not take. */
const foreignPattern: ReadonlySet<string> = new Set(['427'])

/** Codes of work that took too long, or too much memory, or found too much going on. */
const overloaded: ReadonlySet<string> = new Set(['159', '160', '202', '241', '439'])

/**
 * Codes for unreachable servers: a shard is away, or went away during the query, so that the
 * rest would answer only a part.
 */
const away: ReadonlySet<string> = new Set(['32', '209', '210', '242', '279', '425', '636'])

/** Codes of tables, or of their database, that are not made yet. */
const unmade: ReadonlySet<string> = new Set(['60', '81'])

/**
 * Message of a cluster's server about a shard that answers and lacks a table. The code is that of a shard
 * that is away.
 */
const lackedByShard = /^There is no table /m

/** True if the tables of events are not there. */
export function lacksTables(error: unknown): boolean {
  if (!(error instanceof ClickHouseError)) return false
  return unmade.has(error.code) || (error.code === '279' && lackedByShard.test(error.message))
}

/** The answer to a failure of ClickHouse that passes, or that the caller's question has caused. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof ClickHouseError)) {
    return isUnreachable(error) ? new Refusal(analysisRefusals.eventsAway) : undefined
  }
  if (foreignPattern.has(error.code)) return new Refusal(analysisRefusals.regexForeign, 'properties')
  if (overloaded.has(error.code)) return new Refusal(analysisRefusals.analysisTooLarge)
  return away.has(error.code) || lacksTables(error) ? new Refusal(analysisRefusals.eventsAway) : undefined
}
