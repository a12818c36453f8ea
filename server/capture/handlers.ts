import type { Kysely } from 'kysely'
import type { Handlers } from '../../generated/capture/server.ts'
import type { EventBatch, SingleEvent } from '../../generated/capture/types.ts'
import type { Database } from '../database/schema.ts'
import { ingest } from '../events/ingest.ts'
import { Refusal } from '../refusals.ts'
import { readEvent } from './read-events.ts'

/** The operations of spec/capture.yaml. Their paths differ, and what they do does not. */
export function captureHandlers(db: Kysely<Database>): Handlers {
  const capture = async ({ body }: { readonly body: EventBatch | SingleEvent }) => {
    const projectId = await findProject(db, body.api_key)
    const now = new Date().toISOString()
    const events = isBatch(body) ? body.batch : [body]
    await ingest(db, { projectId, events: events.map((event) => readEvent(event, now)) })
    return { status: 200, body: { status: 1 } } as const
  }
  return {
    captureEvent: capture,
    captureBatch: capture,
    captureShort: capture,
    captureVersioned: capture,
  }
}

function isBatch(body: EventBatch | SingleEvent): body is EventBatch {
  return 'batch' in body && Array.isArray(body.batch)
}

/** Finds the project of a token, and notes that it has got events. */
async function findProject(db: Kysely<Database>, token: string): Promise<number> {
  const project = await db
    .selectFrom('projects')
    .where('api_token', '=', token.trim())
    .select(['id', 'ingested_event'])
    .executeTakeFirst()
  if (project === undefined) throw new Refusal('tokenUnknown', 'api_key')
  if (!project.ingested_event) {
    await db.updateTable('projects').set({ ingested_event: true }).where('id', '=', project.id).execute()
  }
  return project.id
}
