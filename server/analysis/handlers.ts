import type { Kysely } from 'kysely'
import type { Handlers } from '../../generated/server.ts'
import type { PersonsView } from '../../generated/types.ts'
import type { Database } from '../database/schema.ts'
import type { KeyUser } from '../keys/keys.ts'
import type { Service } from '../service.ts'
import { projectOf } from '../tenancy.ts'
import { retentionOf, viewOf } from './answer.ts'
import type { ViewContext } from './parameters.ts'
import { readPeople } from './people.ts'
import { readBody } from './post-body.ts'
import { createPostgresEventStore } from './postgres/postgres-store.ts'
import type { ViewQuery } from './queries.ts'
import { readCorrelationQuery, readFunnelQuery } from './read-funnel.ts'
import { readLifecycle, readPath, readRetention, readStickiness, readTrends } from './read-query.ts'
import type { PersonIds } from './store.ts'

type AnalysisHandlers = Pick<
  Handlers<KeyUser>,
  | 'getPersonsFunnel'
  | 'calculatePersonsFunnel'
  | 'getPersonsFunnelCorrelation'
  | 'calculatePersonsFunnelCorrelation'
  | 'getPersonsPath'
  | 'calculatePersonsPath'
  | 'getPersonsLifecycle'
  | 'getPersonsRetention'
  | 'getPersonsStickiness'
  | 'getPersonsTrends'
>

/** The analysis views of the interface document's section 4.7. */
export function analysisHandlers({ db, tenantOf }: Service): AnalysisHandlers {
  const store = createPostgresEventStore(db)

  /** Answers the page of a view. */
  async function answer<Query extends ViewQuery>(
    request: Request,
    read: (context: ViewContext) => Query,
    find: (query: Query) => Promise<PersonIds>,
  ): Promise<{ status: 200; body: PersonsView }> {
    const context = await contextOf(db, projectOf(tenantOf(request)))
    const query = read(context)
    const ids = await find(query)
    const people = await readPeople(db, { projectId: context.projectId, ids })
    const page = { slice: query.slice, people, found: ids.length, now: context.clock.now }
    return { status: 200, body: viewOf(request, page) }
  }

  return {
    getPersonsFunnel({ query = {} }, { request }) {
      return answer(request, (context) => readFunnelQuery(query, context), store.funnel)
    },
    calculatePersonsFunnel({ query = {}, body = {} }, { request }) {
      return answer(request, (context) => readFunnelQuery(readBody(body, query), context), store.funnel)
    },
    getPersonsFunnelCorrelation({ query = {} }, { request }) {
      return answer(request, (context) => readCorrelationQuery(query, context), store.correlation)
    },
    calculatePersonsFunnelCorrelation({ query = {}, body = {} }, { request }) {
      return answer(
        request,
        (context) => readCorrelationQuery(readBody(body, query), context),
        store.correlation,
      )
    },
    getPersonsPath({ query = {} }, { request }) {
      return answer(request, (context) => readPath(query, context), store.path)
    },
    calculatePersonsPath({ query = {}, body = {} }, { request }) {
      return answer(request, (context) => readPath(readBody(body, query), context), store.path)
    },
    getPersonsLifecycle({ query }, { request }) {
      return answer(request, (context) => readLifecycle(query, context), store.lifecycle)
    },
    async getPersonsRetention({ query = {} }, { request }) {
      const context = await contextOf(db, projectOf(tenantOf(request)))
      const retention = readRetention(query, context)
      const retained = await store.retention(retention)
      const people = await readPeople(db, {
        projectId: context.projectId,
        ids: retained.map(({ id }) => id),
      })
      return { status: 200, body: retentionOf(request, { retention, retained, people }) }
    },
    getPersonsStickiness({ query = {} }, { request }) {
      return answer(request, (context) => readStickiness(query, context), store.stickiness)
    },
    getPersonsTrends({ query }, { request }) {
      return answer(request, (context) => readTrends(query, context), store.trends)
    },
  }
}

async function contextOf(db: Kysely<Database>, projectId: number): Promise<ViewContext> {
  const { timezone } = await db
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  return { projectId, clock: { now: new Date(), timeZone: timezone } }
}
