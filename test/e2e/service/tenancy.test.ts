import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import type { MemberView } from '../../../server/members/members.ts'
import type { OrganizationView } from '../../../server/organizations/organizations.ts'
import type { ProjectView } from '../../../server/projects/projects.ts'
import type { Envelope } from '../../../server/values/pagination.ts'
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

/** Operations with an organization or project in their path, and what each answers to one of others or to none. */
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
    expect((await alien.owner.api.get(alien.path)).status).toBe(200)
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
    const { api } = own.owner
    const organizations = await api.get<Envelope<OrganizationView>>('/api/organizations')
    expect(organizations.body.results.map(({ id }) => id)).toEqual([own.id])
    const projects = await api.get<Envelope<ProjectView>>('/api/projects/')
    expect(projects.body.results.map(({ id }) => id)).toEqual([own.projectId])
    const members = await api.get<Envelope<MemberView>>(`${own.path}/members`)
    expect(members.body.results.map(({ user }) => user.uuid)).toEqual([own.owner.uuid])
  })

  it('is out of reach again once a member has left', async () => {
    const { api } = await service.makePerson({ organizationId: own.id, level: 8 })
    expect((await api.get(`${own.path}/members`)).status).toBe(200)
    await api.delete(`${own.path}/members/@me`)
    expect(await api.get(`${own.path}/members`)).toMatchObject({ status: 403, body: denied() })
    expect(await api.get(own.path)).toMatchObject({ status: 404 })
  })
})

describe('@current', () => {
  it('follows the organization that was joined last, and falls back to one that is left', async () => {
    const person = await service.makePerson({ organizationId: alien.id, level: 1 })
    const current = async () => {
      const { body } = await person.api.get<OrganizationView>('/api/organizations/@current/')
      const projects = await person.api.get<Envelope<ProjectView>>('/api/projects')
      expect(projects.body.results.every(({ organization }) => organization === body.id)).toBe(true)
      return body.id
    }
    expect(await current()).toBe(alien.id)
    const { body } = await person.api.post<OrganizationView>('/api/organizations', { name: 'Own' })
    expect(await current()).toBe(body.id)
    await person.api.delete(`/api/organizations/${body.id}`)
    expect(await current()).toBe(alien.id)
  })

  it('is not found for a caller without an organization', async () => {
    const { api } = await service.makePerson()
    expect(await api.get('/api/organizations/@current')).toMatchObject({ status: 404, body: notFound() })
    expect(await api.get('/api/organizations/@current/members')).toMatchObject({
      status: 404,
      body: notFound('Organization not found.'),
    })
    expect(await api.get('/api/projects/@current/persons')).toMatchObject({
      status: 404,
      body: notFound('Project not found.'),
    })
    expect(await api.get('/api/projects')).toMatchObject({ status: 200, body: { count: 0, results: [] } })
  })
})
