import { base, decided } from '../../generated/contract/grades.ts'
import { document } from '../../generated/operations.ts'
import { createKey } from '../../server/keys/keys.ts'
import { createApi, type Person, startTestService, type TestService } from '../e2e/service/harness.ts'
import { withHeaders } from './exchange.ts'
import type { CorrectService, Subject } from './subject.ts'

/** Persons per tenant: enough for several pages. */
const PERSONS = 3
/** Items that a run is allowed to use up: as many as the rules need, and some for rechecks. */
const SPARE_PERSONS = 40
const SPARE_MEMBERS = 20

/** Starts the reference service on its own database; every subject gets two new tenants. */
export async function startReference(): Promise<CorrectService> {
  const service = await startTestService({ VALIDATE_RESPONSES: 'off', LOG_LEVEL: 'error' })
  return {
    name: 'reference',
    url: service.url,
    documents: { document, base, decided },
    operations: document.operations,
    makeSubject: () => makeSubject(service),
    stop: () => service.stop(),
  }
}

/**
 * Creates two tenants of the service, each with persons and a member. The first also has items that can be
 * used up.
 */
export async function makeSubject(service: TestService): Promise<Subject> {
  const tenant = await makeTenant(service)
  const stranger = await makeTenant(service)
  const expendable = await makeSpares(service, tenant)
  const project_id = String(tenant.projectId)
  const persons_id = String(tenant.personId)
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  return {
    credentials: { PersonalApiKey: tenant.key },
    strangerCredentials: { PersonalApiKey: stranger.key },
    makeScopedCredentials: async (scopes) => ({
      PersonalApiKey: await createKey(service.db, { userId: tenant.owner.id, label: 'narrow', scopes }),
    }),
    pathParameters: { project_id, persons_id },
    expendable,
    given: {
      project_id,
      persons_id,
      organization_id: tenant.organizationId,
      user__uuid: tenant.memberUuid,
    },
    world: {
      asOwner: (call) => withHeaders(call, bearer(tenant.key)),
      asStranger: (call) => withHeaders(call, bearer(stranger.key)),
      strange: { organization_id: stranger.organizationId, project_id: String(stranger.projectId) },
    },
  }
}

/** Creates an organization with an owner, a member and persons. */
async function makeTenant(service: TestService) {
  const { id, projectId, owner, path } = await service.makeTenant()
  const key = await createKey(service.db, { userId: owner.id, label: 'all', scopes: ['*'] })
  const member = await service.makePerson({ organizationId: id, level: 1 })
  const projects = await owner.api.get<{ teams: { api_token: string }[] }>(path)
  const token = projects.body.teams[0]?.api_token ?? ''
  const [personId] = await makePersons(service, { owner, projectId, token, name: 'person', count: PERSONS })
  return { key, owner, memberUuid: member.uuid, organizationId: id, projectId, token, personId }
}

/** Creates further persons and members of a tenant, and returns their paths. */
async function makeSpares(
  service: TestService,
  { organizationId, projectId, owner, token }: Awaited<ReturnType<typeof makeTenant>>,
): Promise<string[]> {
  const named = { owner, projectId, token, name: 'spare', count: SPARE_PERSONS }
  const personIds = await makePersons(service, named)
  const members = await Promise.all(
    Array.from({ length: SPARE_MEMBERS }, () => service.makePerson({ organizationId, level: 1 })),
  )
  return [
    ...personIds.map((id) => `/api/projects/${projectId}/persons/${id}`),
    ...members.map(({ uuid }) => `/api/organizations/${organizationId}/members/${uuid}`),
  ]
}

interface Named {
  readonly owner: Person
  readonly projectId: number
  readonly token: string
  readonly name: string
  readonly count: number
}

/** Captures persons. @returns their ids. */
async function makePersons(
  service: TestService,
  { owner, projectId, token, name, count }: Named,
): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, index) => `${name}-${index}`)
  const batch = ids.map((distinct_id) => ({
    event: 'signed up',
    distinct_id,
    properties: { $set: { email: `${distinct_id}@example.com`, name: `The ${distinct_id}`, plan: 'free' } },
  }))
  const { status } = await createApi(service.url).post('/batch', { api_key: token, batch })
  if (status !== 200) throw new Error(`Persons could not be made: status ${status}.`)
  const persons = await owner.api.get<{ results: { id: number; distinct_ids: string[] }[] }>(
    `/api/projects/${projectId}/persons?limit=${count}`,
  )
  return persons.body.results
    .filter(({ distinct_ids }) => distinct_ids.some((id) => ids.includes(id)))
    .map(({ id }) => id)
}
