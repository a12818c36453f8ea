import type { HandlerContext } from '@concordat/runtime/server'
import type { Kysely } from 'kysely'
import type { PersonsView } from '../../generated/types.ts'
import type { Database } from '../database/schema.ts'
import type { EventParts } from '../events/parts.ts'
import type { PersonIds } from '../events/store.ts'
import type { ProjectHandlers } from '../feature/handler-groups.ts'
import { readListedPeople } from '../persons/lists/read-people.ts'
import type { ViewQuery } from '../questions/queries.ts'
import { assertKnownViewParameters } from '../questions/reading/known-parameters.ts'
import type { ViewContext } from '../questions/reading/parameters.ts'
import { readViewBody } from '../questions/reading/post-body.ts'
import { readCorrelationQuery, readFunnelQuery } from '../questions/reading/read-funnel.ts'
import {
  readLifecycleQuery,
  readPathQuery,
  readRetentionQuery,
  readStickinessQuery,
  readTrendsQuery,
} from '../questions/reading/read-query.ts'
import type { Caller } from '../tenancy/caller.ts'
import type { ProjectTenant } from '../tenancy/tenancy.ts'
import { retentionAnswer, viewAnswer } from './answer.ts'

type AnalysisHandlers = ProjectHandlers<
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

/** The analysis views in section 4.7 of the interface document. */
export function analysisHandlers({ db, openEvents }: EventParts): AnalysisHandlers {
  const store = openEvents(db)
  const answer = viewsOf(db)
  return {
    getPersonsFunnel({ query }, context) {
      return answer(context, (view) => readFunnelQuery(query, view), store.funnel)
    },
    calculatePersonsFunnel({ query, body = {} }, context) {
      return answer(context, (view) => readFunnelQuery(readViewBody(body, query), view), store.funnel)
    },
    getPersonsFunnelCorrelation({ query }, context) {
      return answer(context, (view) => readCorrelationQuery(query, view), store.correlation)
    },
    calculatePersonsFunnelCorrelation({ query, body = {} }, context) {
      return answer(
        context,
        (view) => readCorrelationQuery(readViewBody(body, query), view),
        store.correlation,
      )
    },
    getPersonsPath({ query }, context) {
      return answer(context, (view) => readPathQuery(query, view), store.path)
    },
    calculatePersonsPath({ query, body = {} }, context) {
      return answer(context, (view) => readPathQuery(readViewBody(body, query), view), store.path)
    },
    getPersonsLifecycle({ query }, context) {
      return answer(context, (view) => readLifecycleQuery(query, view), store.lifecycle)
    },
    async getPersonsRetention({ query }, { request, operation, tenant: { projectId } }) {
      assertKnownViewParameters(request, operation)
      const retention = readRetentionQuery(query, await viewContext(db, projectId))
      const retained = await store.retention(retention)
      const ids = retained.map(({ id }) => id)
      const { people, read: shown } = await readListedPeople(db, { projectId, ids })
      return { status: 200, body: retentionAnswer(request, { retention, retained, people, shown }) }
    },
    getPersonsStickiness({ query }, context) {
      return answer(context, (view) => readStickinessQuery(query, view), store.stickiness)
    },
    getPersonsTrends({ query }, context) {
      return answer(context, (view) => readTrendsQuery(query, view), store.trends)
    },
  }
}

/** Creates a function that responds with a page of a view. */
function viewsOf(db: Kysely<Database>) {
  return async <Query extends ViewQuery>(
    { request, operation, tenant: { projectId } }: HandlerContext<Caller, ProjectTenant>,
    read: (view: ViewContext) => Query,
    find: (query: Query) => Promise<PersonIds>,
  ): Promise<{ status: 200; body: PersonsView }> => {
    assertKnownViewParameters(request, operation)
    const view = await viewContext(db, projectId)
    const query = read(view)
    const ids = await find(query)
    const { people, read: shown } = await readListedPeople(db, { projectId, ids })
    const page = { slice: query.slice, people, shown, found: ids.length, now: view.clock.now }
    return { status: 200, body: viewAnswer(request, page) }
  }
}

async function viewContext(db: Kysely<Database>, projectId: number): Promise<ViewContext> {
  const { timezone } = await db
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  return { projectId, clock: { now: new Date(), timeZone: timezone } }
}
