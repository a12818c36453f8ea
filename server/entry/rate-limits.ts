import type { OperationDescriptor } from '@concordat/runtime/http'
import { HttpProblem } from '@concordat/runtime/server'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Number of requests allowed in a window. A window begins with its first request. */
export interface RequestLimit {
  /** Length of the window. */
  readonly seconds: number
  readonly requests: number
}

/** Class of a request. Requests that read many events have tighter limits than other requests. */
export type RequestClass = 'general' | 'analysis'

export type RequestLimits = Readonly<Record<RequestClass, readonly RequestLimit[]>>

/** The limits of the public service that offers this API. */
export const publicLimits: RequestLimits = {
  general: [
    { seconds: 60, requests: 480 },
    { seconds: 3600, requests: 4800 },
  ],
  analysis: [
    { seconds: 60, requests: 240 },
    { seconds: 3600, requests: 1200 },
  ],
}

/**
 * A request to count. All requests of the same class for a project or, without a project, with a user's keys
 * are counted together.
 */
export interface CountedRequests {
  readonly projectId: number | undefined
  readonly userId: number
  readonly operation: OperationDescriptor
}

/** Limits callers' requests. */
export interface RateLimits {
  /** Counts a request. @throws HttpProblem 429 with `Retry-After` if the limit is exceeded. */
  count(request: CountedRequests): Promise<void>
}

/**
 * Creates limits whose counters are in the database, so that all processes that use it share them. A process
 * remembers a caller who is over a limit until the window ends, so that a flood of requests does not load the
 * database.
 */
export function createRateLimits(db: Kysely<Database>, limits: RequestLimits = publicLimits): RateLimits {
  const refusedUntil = new Map<string, number>()

  return {
    async count({ projectId, userId, operation }) {
      const requestClass = classOf(operation)
      const subject = `${projectId === undefined ? `user:${userId}` : `project:${projectId}`} ${requestClass}`
      const until = refusedUntil.get(subject) ?? 0
      if (until > performance.now()) throw throttled(until)
      refusedUntil.delete(subject)
      const windows = await countIn(db, subject, limits[requestClass])
      const ends = windows.filter(({ isOver }) => isOver).map(({ ends }) => ends)
      if (ends.length === 0) return
      const latest = Math.max(...ends)
      refusedUntil.set(subject, latest)
      throw throttled(latest)
    },
  }
}

const analysisPath = /\/persons\/(funnel|lifecycle|path|retention|stickiness|trends)(\/|$)/

function classOf({ path }: OperationDescriptor): RequestClass {
  return analysisPath.test(path) ? 'analysis' : 'general'
}

interface Window {
  readonly isOver: boolean
  /** End of the window according to `performance.now`, which is independent of clock changes. */
  readonly ends: number
}

/**
 * Counts a request in all windows with one statement. It restarts windows that have ended, or that begin in
 * the future because the clock was set back. The order of its rows avoids deadlocks.
 */
async function countIn(
  db: Kysely<Database>,
  subject: string,
  limits: readonly RequestLimit[],
): Promise<Window[]> {
  const rows = limits.map(({ seconds }) => sql`(${subject}, ${seconds}::integer, 1, now())`)
  const { rows: counted } = await sql<{ seconds: number; requests: number; left: number }>`
    insert into rate_limits as counter (subject, seconds, requests, started_at) values ${sql.join(rows)}
    on conflict (subject, seconds) do update set (requests, started_at) = (
      select
        case when has_ended then 1 else counter.requests + 1 end,
        case when has_ended then excluded.started_at else counter.started_at end
      from (
        select excluded.started_at not between counter.started_at - length and counter.started_at + length as has_ended
        from make_interval(secs => counter.seconds) as length
      ) as state
    )
    returning seconds, requests,
      extract(epoch from started_at + make_interval(secs => seconds) - now())::float8 as left`.execute(db)
  return counted.map(({ seconds, requests, left }) => ({
    isOver: requests > (limits.find((limit) => limit.seconds === seconds)?.requests ?? 0),
    ends: performance.now() + left * 1000,
  }))
}

function throttled(until: number): HttpProblem {
  const seconds = Math.max(1, Math.ceil((until - performance.now()) / 1000))
  return new HttpProblem({
    kind: 'too-many-requests',
    detail: `The request was throttled. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    headers: { 'retry-after': String(seconds) },
  })
}
