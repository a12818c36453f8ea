import { randomUUID } from 'node:crypto'
import type { PersonsView, Error as Refusal } from '../../../../generated/types.ts'
import { createApi, type Tenant, type TestService } from '../harness.ts'

/** A project in which events are captured, and one of its views. */
export interface Capturing {
  readonly token: string
  /** @returns the response status. */
  capture(distinctIds: readonly string[]): Promise<number>
  askView(): Promise<ViewAnswer>
}

/** The persons with an event in the last day, with one id each, or the error. */
export interface ViewAnswer {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
  readonly who: readonly string[]
}

export async function startCapturing(service: TestService, tenant: Tenant): Promise<Capturing> {
  const { projectId, owner } = tenant
  const query = service.db.selectFrom('projects').where('id', '=', projectId).select('api_token')
  const { api_token: token } = await query.executeTakeFirstOrThrow()
  const events = encodeURIComponent(JSON.stringify([{ id: 'seen', type: 'events' }]))
  const view = `/api/projects/${projectId}/persons/trends?events=${events}&entity_id=seen&entity_type=events&date_from=-1d`
  return {
    token,
    async capture(distinctIds) {
      const batch = distinctIds.map((distinct_id) => ({ uuid: randomUUID(), event: 'seen', distinct_id }))
      return (await createApi(service.url).post('/batch', { api_key: token, batch })).status
    },
    async askView() {
      // Tests also wait for a 503, which is not a documented response.
      const { status, headers, body } = await owner.api.get<PersonsView | Refusal>(view)
      const people = 'results' in body ? body.results.flatMap((result) => result.people) : []
      return {
        status,
        code: 'code' in body ? body.code : undefined,
        retryAfter: headers.get('retry-after'),
        who: people.map(({ distinct_ids }) => distinct_ids[0] ?? '').sort(),
      }
    },
  }
}
