import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import {
  createApi,
  createCaller,
  denied,
  invalid,
  type Person,
  startTestService,
  type TestService,
} from './harness.ts'

let service: TestService
let owner: Person
beforeAll(async () => {
  service = await startTestService()
  owner = (await service.makeTenant()).owner
})
afterAll(() => service.stop())

const refused = (code: string, detail: string) => ({
  status: 401,
  body: { type: 'authentication_error', code, detail, attr: null },
})
const notAuthenticated = refused('not_authenticated', 'Authentication credentials were not provided.')
const rejected = refused(
  'authentication_failed',
  'The personal API key in the Authorization header is invalid.',
)

/** One request per operation, with the caller's identifiers in its path. */
const operations = document.operations.map(({ operationId, method, path, security }) => ({
  operationId,
  method,
  path: path
    .replace(/\{(organization_id|project_id)\}/, '@current')
    .replace('/api/organizations/{id}', '/api/organizations/@current')
    .replace('{user__uuid}', '@me')
    .replace('{id}', path.includes('pipeline') || path.includes('persons') ? '1' : crypto.randomUUID()),
  scopes: (security ?? []).flatMap((requirement) => Object.values(requirement).flat()),
}))

describe.each(operations)('$operationId', ({ method, path, scopes }) => {
  it('answers 401 without a key, and to an unknown one', async () => {
    expect(await createApi(service.url).send(path, { method })).toMatchObject(notAuthenticated)
    expect(await createApi(service.url, 'phx_unknown').send(path, { method })).toMatchObject(rejected)
  })

  it('answers 403 to a key that holds every scope but one that it needs', async () => {
    expect(scopes).not.toEqual([])
    const { scopes: all } = await import('../../../server/keys/scopes.ts')
    for (const missing of scopes) {
      const { api } = await service.makeCaller(
        owner.id,
        all.filter((scope) => scope !== missing && scope !== missing.replace(/:read$/, ':write')),
      )
      expect(await api.send(path, { method })).toMatchObject({
        status: 403,
        body: denied(`The personal API key lacks the scope "${missing}".`),
      })
    }
  })
})

describe('keys', () => {
  it('are taken from the header alone, by the scheme Bearer', async () => {
    const api = createApi(service.url)
    const basic = await api.send('/api/projects', { headers: { authorization: 'Basic cGh4OnBoeA==' } })
    expect(basic).toMatchObject(notAuthenticated)
    const query = await api.get('/api/projects?personal_api_key=phx_unknown')
    expect(query).toMatchObject(notAuthenticated)
    expect(query.headers.get('www-authenticate')).toMatch(/^Bearer /)
  })

  it('imply reading by writing', async () => {
    const writer = (await service.makeCaller(owner.id, ['organization:write'])).client
    expect((await writer.organizations.listOrganizations()).results).not.toEqual([])
    const reader = (await service.makeCaller(owner.id, ['organization:read'])).client
    const refused = await reader.organizations.createOrganization.result({ body: { name: 'No' } })
    expect(refused.status).toBe(403)
  })

  it('of a user who is not active are refused', async () => {
    const { id, client } = await service.makePerson()
    const { listProjects } = client.projects
    expect((await listProjects.result()).status).toBe(200)
    await service.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    expect(await listProjects.result()).toMatchObject(rejected)
  })

  it('are kept as a digest, with a mask, and note their use once an hour', async () => {
    const { id } = await service.makePerson()
    const { createKey } = await import('../../../server/keys/keys.ts')
    const key = await createKey(service.db, { userId: id, label: 'used', scopes: ['project:read'] })
    const row = () =>
      service.db
        .selectFrom('personal_api_keys')
        .selectAll()
        .where('user_id', '=', id)
        .where('label', '=', 'used')
    const digest = `sha256$${createHash('sha256').update(key).digest('hex')}`
    expect(key).toMatch(/^phx_[0-9A-Za-z]{40,48}$/)
    expect(await row().executeTakeFirst()).toMatchObject({
      secure_value: digest,
      mask_value: `phx_...${key.slice(-4)}`,
      last_used_at: null,
    })
    const { projects } = createCaller(service.url, key).client
    await projects.listProjects()
    const first = (await row().executeTakeFirstOrThrow()).last_used_at
    expect(first).not.toBeNull()
    await projects.listProjects()
    expect((await row().executeTakeFirstOrThrow()).last_used_at).toBe(first)
  })
})

describe('errors', () => {
  it('name what no operation serves', async () => {
    expect(await owner.api.get('/api/nothing')).toMatchObject({
      status: 404,
      body: { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null },
    })
    const put = await owner.api.send('/api/organizations/', { method: 'PUT' })
    expect(put).toMatchObject({
      status: 405,
      body: { type: 'invalid_request', code: 'method_not_allowed', detail: 'Method "PUT" not allowed.' },
    })
    expect(put.headers.get('allow')).toMatch(/GET.*POST/)
  })

  it('name what is wrong with a body', async () => {
    const post = (contentType: string, body: string) =>
      owner.api.send('/api/organizations', { method: 'POST', body, headers: { 'content-type': contentType } })
    expect(await post('application/json', '{"name":')).toMatchObject({
      status: 400,
      body: { type: 'invalid_request', code: 'parse_error', attr: null },
    })
    expect(await post('text/csv', 'name')).toMatchObject({
      status: 415,
      body: { type: 'invalid_request', code: 'unsupported_media_type' },
    })
    expect(await post('application/json', `"${'x'.repeat(20 * 2 ** 20)}"`)).toMatchObject({ status: 413 })
    expect(await owner.api.post('/api/organizations')).toMatchObject({
      status: 400,
      body: { type: 'validation_error', code: 'required' },
    })
  })

  it('name the parameter that is not of its type', async () => {
    expect(await owner.api.get('/api/organizations?limit=many')).toMatchObject({
      status: 400,
      body: invalid('invalid_input', 'A valid integer is required.', 'limit'),
    })
  })

  it('carry the id that the log has', async () => {
    const { headers } = await owner.client.projects.listProjects.result()
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
