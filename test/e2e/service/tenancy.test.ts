import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import type { Organization, ProjectList } from '../../../generated/types.ts'
import { denied, notFound, startTestService, type Tenant, type TestService } from './harness.ts'

let service: TestService
let own: Tenant
let alien: Tenant
beforeAll(async () => {
  service = await startTestService()
  own = await service.makeTenant()
  alien = await service.makeTenant()
})
afterAll(() => service.stop())

const unknown = '00000000-0000-0000-0000-000000000000'

/**
 * Operations with an organization or project in their path, and each one's response for another tenant's id
 * and for an unknown id.
 */
const operations = document.operations
  .filter(({ path }) => path.includes('{'))
  .map(({ operationId, method, path }) => {
    const rest = (filled: string) =>
      filled.replace(/\{(id|user__uuid)\}/, path.includes('persons') ? '1' : unknown)
    if (path.includes('{organization_id}')) {
      const fill = (id: string) => rest(path.replace('{organization_id}', id))
      const parent = notFound('Organization not found.')
      return {
        operationId,
        method,
        fill,
        malformed: 'not-a-uuid',
        alienAnswer: { status: 403, body: denied() },
        parent,
      }
    }
    if (path.includes('{project_id}')) {
      const fill = (_: string, projectId = 'x') => rest(path.replace('{project_id}', projectId))
      const parent = notFound('Project not found.')
      return {
        operationId,
        method,
        fill,
        malformed: 'x',
        alienAnswer: { status: 403, body: denied() },
        parent,
      }
    }
    const fill = (id: string) => path.replace('{id}', id)
    const alienAnswer = { status: 404, body: notFound() }
    return { operationId, method, fill, malformed: 'not-a-uuid', alienAnswer, parent: notFound() }
  })

describe.each(operations)('$operationId', ({ method, fill, alienAnswer, parent, malformed }) => {
  it('refuses the organization or project of others', async () => {
    const path = fill(alien.id, String(alien.projectId))
    expect(await own.owner.api.send(path, { method })).toMatchObject(alienAnswer)
    const { organizations } = alien.owner.client
    expect(await organizations.getOrganization({ path: { id: alien.id } })).toMatchObject({ id: alien.id })
  })

  it.each([
    [unknown, '2147483647'],
    [malformed, 'x'],
    [malformed, '99999999999999999999'],
  ])('does not find %s, %s', async (organizationId, projectId) => {
    const path = fill(organizationId, projectId)
    expect(await own.owner.api.send(path, { method })).toMatchObject({ status: 404, body: parent })
  })
})

describe('what belongs to others', () => {
  it('is in no list', async () => {
    const { api, client } = own.owner
    const organizations = await client.organizations.listOrganizations()
    expect(organizations.results.map(({ id }) => id)).toEqual([own.id])
    const projects = await api.get<ProjectList>('/api/projects/')
    expect(projects.body.results.map(({ id }) => id)).toEqual([own.projectId])
    const members = await client.members.listMembers({ path: { organization_id: own.id } })
    expect(members.results.map(({ user }) => user.uuid)).toEqual([own.owner.uuid])
  })

  it('is out of reach again once a member has left', async () => {
    const { client } = await service.makePerson({ organizationId: own.id, level: 8 })
    const { listMembers, deleteMember } = client.members
    const path = { organization_id: own.id }
    expect(await listMembers({ path })).toMatchObject({ count: 2 })
    await deleteMember({ path: { ...path, user__uuid: '@me' } })
    expect(await listMembers.result({ path })).toMatchObject({ status: 403, body: denied() })
    const { getOrganization } = client.organizations
    expect(await getOrganization.result({ path: { id: own.id } })).toMatchObject({ status: 404 })
  })
})

describe('@current', () => {
  it('follows the organization that was joined last, and falls back to one that is left', async () => {
    const person = await service.makePerson({ organizationId: alien.id, level: 1 })
    const { organizations, projects } = person.client
    const current = async () => {
      const { body } = await person.api.get<Organization>('/api/organizations/@current/')
      const { results } = await projects.listProjects()
      expect(results.every(({ organization }) => organization === body.id)).toBe(true)
      return body.id
    }
    expect(await current()).toBe(alien.id)
    const { id } = await organizations.createOrganization({ body: { name: 'Own' } })
    expect(await current()).toBe(id)
    await organizations.deleteOrganization({ path: { id } })
    expect(await current()).toBe(alien.id)
  })

  it('is not found for a caller without an organization', async () => {
    const { organizations, members, persons, projects } = (await service.makePerson()).client
    const current = '@current'
    expect(await organizations.getOrganization.result({ path: { id: current } })).toMatchObject({
      status: 404,
      body: notFound(),
    })
    expect(await members.listMembers.result({ path: { organization_id: current } })).toMatchObject({
      status: 404,
      body: notFound('Organization not found.'),
    })
    expect(await persons.listPersons.result({ path: { project_id: current } })).toMatchObject({
      status: 404,
      body: notFound('Project not found.'),
    })
    expect(await projects.listProjects()).toMatchObject({ count: 0, results: [] })
  })
})
