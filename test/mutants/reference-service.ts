import { base, decided } from '../../generated/contract/grades.ts'
import { document } from '../../generated/operations.ts'
import { createKey } from '../../server/keys/keys.ts'
import { createApi, startTestService, type TestService } from '../e2e/service/harness.ts'
import { withHeaders } from './exchange.ts'
import type { CorrectService, Subject } from './subject.ts'

/** Persons of each tenant: enough for several pages. */
const PERSONS = 3

/** Starts the reference service on a database of its own; every subject has two tenants of its own. */
export async function startReference(): Promise<CorrectService> {
  const service = await startTestService({ VALIDATE_RESPONSES: 'off', LOG_LEVEL: 'error' })
  return {
    name: 'reference',
    url: service.url,
    documents: { document, base, decided },
    makeSubject: () => makeSubject(service),
    stop: () => service.stop(),
  }
}

/** Two tenants of the service, the first with persons and a member. */
export async function makeSubject(service: TestService): Promise<Subject> {
  const tenant = await makeTenant(service)
  const stranger = await makeTenant(service)
  const project_id = String(tenant.projectId)
  const persons_id = String(tenant.personId)
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  return {
    credentials: { PersonalApiKey: tenant.key },
    strangerCredentials: { PersonalApiKey: stranger.key },
    makeScopedCredentials: async (scopes) => ({
      PersonalApiKey: await createKey(service.db, { userId: tenant.ownerId, label: 'narrow', scopes }),
    }),
    pathParameters: { project_id, persons_id },
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

/** An organization with an owner, a member and persons. */
async function makeTenant(service: TestService) {
  const { id, projectId, owner, path } = await service.makeTenant()
  const key = await createKey(service.db, { userId: owner.id, label: 'all', scopes: ['*'] })
  const member = await service.makePerson({ organizationId: id, level: 1 })
  const projects = await owner.api.get<{ teams: { api_token: string }[] }>(path)
  const token = projects.body.teams[0]?.api_token
  const batch = Array.from({ length: PERSONS }, (_, index) => ({
    event: 'signed up',
    distinct_id: `person-${index}`,
    properties: { $set: { email: `person-${index}@example.com`, name: `Person ${index}`, plan: 'free' } },
  }))
  const { status } = await createApi(service.url).post('/batch', { api_key: token, batch })
  if (status !== 200) throw new Error(`Persons could not be made: status ${status}.`)
  const persons = await owner.api.get<{ results: { id: number }[] }>(`/api/projects/${projectId}/persons`)
  const personId = persons.body.results[0]?.id
  return { key, ownerId: owner.id, memberUuid: member.uuid, organizationId: id, projectId, personId }
}
