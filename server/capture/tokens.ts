import type { BodyAttempt } from '@concordat/runtime/server'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { shareWork } from '../database/share-work.ts'
import { Refusal } from '../refusals.ts'
import { isJsonObject, storableText } from './json.ts'

/** Tells projects by their tokens, which stand in the bodies. */
export interface Tokens {
  /** Looks the token of a body up before anything else of it is looked at. @throws Refusal when no project has it. */
  authorizeBody(attempt: BodyAttempt): Promise<void>
  /** The project of a request that was let in. */
  projectOf(request: Request): number
}

export function createTokens(db: Kysely<Database>): Tokens {
  const shared = shareWork<number>()
  const found = new WeakMap<Request, number>()
  return {
    async authorizeBody({ body, request }) {
      const token = isJsonObject(body) ? body['api_key'] : undefined
      // Validation words what is no token.
      if (typeof token !== 'string') return
      const stored = storableText(token.trim())
      found.set(request, await shared(stored, () => findProject(db, stored)))
    },
    projectOf(request) {
      const project = found.get(request)
      if (project === undefined) throw new Error('The token of this request was not looked up.')
      return project
    },
  }
}

/** Finds the project of a token, and notes that events have come for it. */
async function findProject(db: Kysely<Database>, token: string): Promise<number> {
  const project = await db
    .selectFrom('projects')
    .where('api_token', '=', token)
    .select(['id', 'ingested_event'])
    .executeTakeFirst()
  if (project === undefined) throw new Refusal('tokenUnknown', 'api_key')
  if (!project.ingested_event) {
    await db.updateTable('projects').set({ ingested_event: true }).where('id', '=', project.id).execute()
  }
  return project.id
}
