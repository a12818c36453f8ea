import type { BodyAttempt } from '@concordat/runtime/server'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { shareQueries } from '../database/sharing/share-work.ts'
import { Refusal } from '../refusals/refusal.ts'
import { isJsonObject, type Json, storableText } from '../values/json.ts'
import { captureRefusals } from './refusals.ts'

/** Identifies projects by the tokens in request bodies. */
export interface ProjectTokens {
  /**
   * Looks up a body's token before the rest of the body is examined.
   * @returns the project; `undefined` if the token is not a string, which validation reports.
   * @throws Refusal if there is no token, or if no project has this token.
   */
  authorizeBody(attempt: Pick<BodyAttempt, 'body'>): Promise<number | undefined>
}

export function createCaptureTokens(db: Kysely<Database>): ProjectTokens {
  const shared = shareQueries<number>()
  return {
    async authorizeBody({ body }) {
      const token = tokenOf(body)
      if (token === undefined) throw new Refusal(captureRefusals.tokenMissing, 'api_key')
      if (typeof token !== 'string') return undefined
      const stored = storableText(token.trim())
      return await shared(stored, () => findProject(db, stored))
    },
  }
}

/**
 * The token in a body. The browser library puts it into each event's properties; the first event's token
 * applies to all events.
 */
function tokenOf(body: unknown): Json | undefined {
  if (Array.isArray(body)) return tokenOf(body[0])
  if (!isJsonObject(body)) return undefined
  const among = isJsonObject(body['properties']) ? body['properties']['token'] : undefined
  return body['api_key'] ?? body['token'] ?? among ?? tokenOf(body['batch'])
}

/** Finds a token's project, and records that it has received events. */
async function findProject(db: Kysely<Database>, token: string): Promise<number> {
  const project = await db
    .selectFrom('projects')
    .where('api_token', '=', token)
    .select(['id', 'ingested_event'])
    .executeTakeFirst()
  if (project === undefined) throw new Refusal(captureRefusals.tokenUnknown, 'api_key')
  if (!project.ingested_event) {
    await db.updateTable('projects').set({ ingested_event: true }).where('id', '=', project.id).execute()
  }
  return project.id
}
