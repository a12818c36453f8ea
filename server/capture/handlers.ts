import type { Kysely } from 'kysely'
import type { Handlers } from '../../generated/capture/server.ts'
import type { Event, EventBatch, EventOrBatch } from '../../generated/capture/types.ts'
import type { Database } from '../database/schema.ts'
import type { OutboxBound } from '../events/outbox/bound.ts'
import { ingestEvents } from '../persons/people/ingest.ts'
import { refusalOfDatabaseError } from '../refusals/database-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { readReceivedEvent, smallRequestLength } from './read-events.ts'
import { captureRefusals } from './refusals.ts'

/**
 * The operations in spec/capture.yaml. Their tenant is the token's project. They differ only in their paths.
 */
export function captureHandlers({
  db,
  outboxBound,
}: {
  readonly db: Kysely<Database>
  readonly outboxBound?: OutboxBound | undefined
}): Handlers<number | undefined> {
  const capture = async (
    { body }: { readonly body: EventBatch | EventOrBatch },
    { tenant: projectId, request }: { readonly tenant: number | undefined; readonly request: Request },
  ) => {
    if (projectId === undefined) throw new Refusal(captureRefusals.tokenUnknown, 'api_key')
    if (await outboxBound?.isReached()) throw new Refusal(captureRefusals.outboxFull)
    const now = new Date().toISOString()
    const isLarge = !(Number(request.headers.get('content-length') ?? Number.NaN) <= smallRequestLength)
    const events = eventsOf(body).map((event) => readReceivedEvent(event, { now, isLarge }))
    try {
      await ingestEvents(db, { projectId, events })
    } catch (error) {
      // A 404 means that the project was deleted in the meantime, together with its token.
      throw refusalOfDatabaseError(error)?.status === 404
        ? new Refusal(captureRefusals.tokenUnknown, 'api_key')
        : error
    }
    return { status: 200, body: { status: 1 } } as const
  }
  return {
    captureEvent: capture,
    captureBatch: capture,
    captureShort: capture,
    captureVersioned: capture,
  }
}

function eventsOf(body: EventBatch | EventOrBatch): readonly Event[] {
  if (Array.isArray(body)) return body
  if (body.batch !== undefined) return body.batch
  if (!('event' in body) || body.event === undefined) throw new Refusal(captureRefusals.eventMissing, 'event')
  return [{ ...body, event: body.event }]
}
