import { isObject } from '@concordat/runtime/json'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import type { CreateInvite, ListPersonsRequest } from '../../../generated/types.ts'
import { disclosed } from './disclosure.ts'
import { startTestService, type TestService } from './harness.ts'
import { initOf, queryText, type SampleRequest, sampleRequest } from './sample-requests.ts'
import { leavesOf, replaceAt } from './substitution.ts'
import { type FilledTenant, fillTenant } from './tenant-items.ts'
import { rowsOf } from './tenant-rows.ts'

let service: TestService
/** The tenant whose ids are put into requests. */
let tenant: FilledTenant
beforeAll(async () => {
  service = await startTestService({ ROLE: 'web' })
  tenant = await fillTenant(service)
})
afterAll(() => service.stop())

/**
 * Properties that no request declares, through which a careless handler would write to other tenants' rows.
 */
const undeclared = ({ id, projectId, owner }: FilledTenant) => ({
  id,
  organization: id,
  organization_id: id,
  project_id: projectId,
  team_id: projectId,
  user_id: owner.id,
  created_by: owner.id,
})

/** Yields the request with each of the tenant's ids in each position of its query and body, one at a time. */
function* substituted(request: SampleRequest): Generator<SampleRequest> {
  const { query, body } = request
  for (const id of tenant.ids) {
    for (const position of leavesOf(query)) {
      const changed = replaceAt(query, position, position.length === 1 ? String(id) : id)
      yield { ...request, query: isObject(changed) ? changed : query }
    }
    if (body === undefined) continue
    for (const position of leavesOf(body)) yield { query, body: replaceAt(body, position, id) }
  }
  if (isObject(body)) yield { query, body: { ...body, ...undeclared(tenant) } }
}

const operations = document.operations
  .map((operation) => ({ operation, operationId: operation.operationId, sample: sampleRequest(operation) }))
  .filter(({ sample: { query, body } }) => body !== undefined || Object.keys(query).length > 0)
  .filter(({ operation }) => operation.method !== 'DELETE')

describe.each(operations)('$operationId', ({ operation }) => {
  it('finds and changes nothing by the ids of others in its query and body', async () => {
    const stranger = await fillTenant(service)
    const before = await rowsOf(service, tenant)
    const path = stranger.fill(operation.path)
    let written = ''
    for (const request of substituted(sampleRequest(operation))) {
      const target = path + queryText(request.query)
      const init = initOf(operation, request)
      const { status, body } = await stranger.owner.api.send(target, init)
      const told = `${target} ${init.body ?? ''}`
      expect(status, `${told}\n${JSON.stringify(body)}`).toBeLessThan(500)
      // The stranger is allowed to see its own earlier strings, such as a name or a person property.
      if (operation.method !== 'GET') written += told
      expect(disclosed(tenant, { request: told + written, answer: body }), told).toEqual([])
    }
    expect(await rowsOf(service, tenant)).toEqual(before)
  })
})

describe('what is found by an id of the own tenant, and not by the same of another', () => {
  let stranger: FilledTenant
  beforeAll(async () => {
    stranger = await fillTenant(service)
  })
  const project = () => ({ project_id: String(stranger.projectId) })
  const people = async (query: NonNullable<ListPersonsRequest['query']>) =>
    (await stranger.owner.client.persons.listPersons({ path: project(), query })).results

  it('persons of a cohort', async () => {
    const inCohort = (value: number) => people({ properties: [{ key: 'id', value, type: 'cohort' }] })
    expect(await inCohort(stranger.cohortId)).toHaveLength(1)
    expect(await inCohort(tenant.cohortId)).toEqual([])
  })

  it('persons by a distinct id, and by a text of their properties', async () => {
    const [own, other] = [stranger.person.distinct_ids[0]!, tenant.person.distinct_ids[0]!]
    expect(await people({ distinct_id: own })).toHaveLength(1)
    expect(await people({ distinct_id: other })).toEqual([])
    expect(await people({ search: stranger.secret })).toHaveLength(1)
    expect(await people({ search: tenant.secret })).toEqual([])
  })

  it('cohorts of a person', async () => {
    const { persons } = stranger.owner.client
    const cohorts = async (person: number | string) => {
      const query = { person_id: String(person) }
      return (await persons.listPersonsCohorts({ path: project(), query })).results
    }
    expect(await cohorts(stranger.person.id)).toHaveLength(1)
    expect(await cohorts(tenant.person.id)).toEqual([])
    expect(await cohorts(tenant.person.uuid)).toEqual([])
  })

  it('a private project that an invite opens', async () => {
    const path = { organization_id: stranger.id }
    const { createInvite } = stranger.owner.client.invites
    const invite = async (id: number) => {
      const invited = { target_email: `${id}@example.org`, send_email: false }
      const body: CreateInvite = { ...invited, private_project_access: [{ id, level: 1 }] }
      return (await createInvite.result({ path, body })).status
    }
    expect(await invite(stranger.privateProjectId)).toBe(201)
    expect(await invite(tenant.privateProjectId)).toBe(400)
  })
})
