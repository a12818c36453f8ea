import type { Kysely } from 'kysely'
import type { Handlers } from '../../generated/capture/server.ts'
import type { Event, EventBatch, EventOrBatch } from '../../generated/capture/types.ts'
import type { Database } from '../database/schema.ts'
import { refusalOf } from '../database-refusals.ts'
import { ingest } from '../events/ingest.ts'
import { Refusal } from '../refusals.ts'
import { readEvent } from './read-events.ts'
import type { Tokens } from './tokens.ts'

/** The operations of spec/capture.yaml. Their paths differ, and what they do does not. */
export function captureHandlers(db: Kysely<Database>, tokens: Tokens): Handlers {
  const capture = async (
    { body }: { readonly body: EventBatch | EventOrBatch },
    { request }: { readonly request: Request },
  ) => {
    const projectId = tokens.projectOf(request)
    const now = new Date().toISOString()
    const events = eventsOf(body).map((event) => readEvent(event, now))
    try {
      await ingest(db, { projectId, events })
    } catch (error) {
      // The project was deleted meanwhile, and its token with it.
      throw refusalOf(error)?.status === 404 ? new Refusal('tokenUnknown', 'api_key') : error
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
  if (body.batch !== undefined) return body.batch
  if (!('event' in body) || body.event === undefined) throw new Refusal('eventMissing', 'event')
  return [{ ...body, event: body.event }]
}
