import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plugin } from '../../../generated/types.ts'
import { invalid, startTestService, type Tenant, type TestService } from './harness.ts'
import { type PackageRegistry, startPackageRegistry } from './package-registry.ts'

let registry: PackageRegistry
let service: TestService
let tenant: Tenant
let destinations: string
beforeAll(async () => {
  registry = await startPackageRegistry()
  await registry.publish(
    { name: 'sender', version: '1.0.0', keywords: ['posthog-plugin'], description: 'Sends' },
    first,
  )
  service = await startTestService({ REGISTRY_URL: registry.url, ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' })
})
beforeAll(async () => {
  tenant = await service.makeTenant()
  destinations = `${tenant.path}/pipeline_destinations`
})
afterAll(async () => {
  await service.stop()
  await registry.stop()
})

const manifest = { name: 'Sender', description: 'Sends events', config: [{ key: 'host', type: 'string' }] }
const first = {
  'plugin.json': JSON.stringify(manifest),
  'index.ts': 'export function onEvent() {}',
  'README.md': 'not kept',
  'src/deep.ts': '// not kept',
}
const second = {
  'plugin.json': JSON.stringify({ ...manifest, name: 'Sender 2', config: { port: { type: 'string' } } }),
  'index.ts': 'export function onEvent() {}\nexport function runEveryHour() {}',
  'site.ts': '// site',
}
const url = 'https://www.npmjs.com/package/sender'

async function install(fields: object, path = destinations) {
  return await tenant.owner.api.post<Plugin>(path, { name: 'Mine', ...fields })
}

const refused = (code: string, detail: string) => ({ status: 400, body: invalid(code, detail, 'url') })

describe('a plugin from the registry', () => {
  it('is installed, found to be old, and upgraded', async () => {
    const { api } = tenant.owner
    const { status, body: plugin } = await install({ url })
    expect(status).toBe(201)
    expect(plugin).toMatchObject({
      plugin_type: 'custom',
      name: 'Mine',
      description: 'Sends events',
      url,
      tag: '1.0.0',
      latest_tag: '1.0.0',
      config_schema: { host: { type: 'string', order: 0 } },
      capabilities: { methods: ['onEvent'], jobs: [], scheduled_tasks: [] },
    })
    const path = `${destinations}/${plugin.id}`
    const kept = { 'plugin.json': first['plugin.json'], 'index.ts': first['index.ts'] }
    expect((await api.get(`${path}/source`)).body).toEqual(kept)
    expect((await api.get(`${path}/check_for_updates`)).body).toEqual({ plugin })
    expect((await api.post(`${path}/upgrade`)).body).toEqual(plugin)

    await registry.publish({ name: 'sender', version: '1.1.0', keywords: ['posthog-plugin'] }, second)
    expect((await api.get(path)).body).toEqual(plugin)
    const known = { ...plugin, latest_tag: '1.1.0' }
    expect((await api.get(`${path}/check_for_updates`)).body).toEqual({ plugin: known })
    expect((await api.get(path)).body).toEqual(known)

    const upgraded = {
      ...known,
      tag: '1.1.0',
      config_schema: { port: { type: 'string' } },
      capabilities: { methods: ['onEvent'], jobs: [], scheduled_tasks: ['runEveryHour'] },
    }
    expect(await api.post(`${path}/upgrade`)).toMatchObject({ status: 200, body: upgraded })
    expect((await api.get(path)).body).toEqual(upgraded)
    expect((await api.get(`${path}/source`)).body).toEqual(second)
    const log = await api.get<{ results: { activity: string }[] }>(`${destinations}/activity`)
    expect(log.body.results.map(({ activity }) => activity)).toEqual(['upgraded', 'created'])
  })

  it.each(['npm page', 'registry address'])('is installed once, by its %s', async (form) => {
    const address = form === 'npm page' ? `${url}/v/1.0.0?private_token=x` : `${registry.url}sender`
    expect(await install({ url: address })).toMatchObject(
      refused('unique', 'A plugin from this URL is already installed!'),
    )
  })

  it('may be an older version, and shows that there is a newer one', async () => {
    const other = await service.makeTenant()
    for (const body of [{ url, tag: '1.0.0' }, { url: `${registry.url}sender/v/1.0.0` }]) {
      const base = `${other.path}/pipeline_destinations`
      const answer = await other.owner.api.post<Plugin>(base, { name: 'Old', ...body })
      expect(answer).toMatchObject({ status: 201, body: { tag: '1.0.0', latest_tag: '1.1.0', url } })
      await other.owner.api.delete(`${base}/${answer.body.id}`)
    }
    const missing = refused(
      'does_not_exist',
      'This package or repository, or this version of it, does not exist.',
    )
    const base = `${other.path}/pipeline_destinations`
    for (const body of [{ url, tag: '9.9.9' }, { url, tag: 'constructor' }, { url: `${url}-unknown` }]) {
      expect(await other.owner.api.post(base, { name: 'None', ...body })).toMatchObject(missing)
    }
  })

  it('has the name that its manifest says where the body has none', async () => {
    const other = await service.makeTenant()
    const base = `${other.path}/pipeline_destinations`
    const answer = await other.owner.api.post<Plugin>(base, { url })
    expect(answer).toMatchObject({ status: 201, body: { name: 'Sender 2', url } })
    await registry.publish({ name: 'nameless', version: '1.0.0' }, { 'plugin.json': '{}', 'index.js': '' })
    const required = { status: 400, body: { code: 'required', attr: 'name' } }
    expect(await other.owner.api.post(base, { url: `${registry.url}nameless` })).toMatchObject(required)
    expect(await other.owner.api.post(base, {})).toMatchObject(required)
  })

  it('has to be a plugin that belongs to the collection', async () => {
    const elsewhere = 'This collection does not take plugins with these capabilities.'
    for (const collection of ['pipeline_frontend_apps']) {
      const other = await service.makeTenant()
      const answer = await other.owner.api.post(`${other.path}/${collection}`, { name: 'x', url })
      expect(answer).toMatchObject({ status: 400, body: { detail: elsewhere, attr: 'capabilities' } })
    }
    await registry.publish({ name: 'no-plugin', version: '1.0.0' }, { 'index.js': '' })
    expect(await install({ url: `${registry.url}no-plugin` })).toMatchObject(
      refused('invalid_input', 'This package is not a plugin: it does not have a file plugin.json.'),
    )
    const large = { ...first, 'index.ts': randomBytes(2 ** 20).toString('hex') }
    await registry.publish({ name: 'large', version: '1.0.0' }, large)
    expect(await install({ url: `${registry.url}large` })).toMatchObject(
      refused('invalid_input', 'The package is broken, or larger than a plugin may be.'),
    )
  })

  it('that the registry has no more stays as it was installed', async () => {
    const { id } = await service.db
      .insertInto('plugins')
      .values({
        organization_id: tenant.id,
        collection: 'destination',
        plugin_type: 'custom',
        name: 'Gone',
        url: 'https://www.npmjs.com/package/gone',
        tag: '1.0.0',
        latest_tag: '1.0.0',
        is_global: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = `${destinations}/${id}`
    const { body: plugin } = await tenant.owner.api.get(path)
    expect(await tenant.owner.api.get(`${path}/check_for_updates`)).toMatchObject({
      status: 200,
      body: { plugin },
    })
    expect(await tenant.owner.api.post(`${path}/upgrade`)).toMatchObject(
      refused('does_not_exist', 'This package or repository, or this version of it, does not exist.'),
    )
    expect((await tenant.owner.api.get(path)).body).toEqual(plugin)
  })

  it('may have a scope, and a main file of another name', async () => {
    const files = {
      'plugin.json': JSON.stringify({ name: 'Scoped', main: './dist/main.js' }),
      'dist/main.js':
        'module.exports = { composeWebhook(event) { return { a: 1 } }, setupPlugin: async () => {} }',
      'index.ts': 'export function runEveryDay() {}',
    }
    await registry.publish({ name: '@some/scoped', version: '0.1.0-beta.1' }, files)
    const { body, status } = await install({ url: `${registry.url}@some/scoped`, plugin_type: 'repository' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      plugin_type: 'repository',
      url: 'https://www.npmjs.com/package/@some/scoped',
      tag: '0.1.0-beta.1',
      capabilities: { methods: ['composeWebhook', 'setupPlugin'] },
    })
    const source = await tenant.owner.api.get(`${destinations}/${body.id}/source`)
    const { 'index.ts': _, ...kept } = files
    expect(source.body).toEqual(kept)
  })

  it('is offered by the repository', async () => {
    const { api } = tenant.owner
    await expect
      .poll(async () => (await api.get(`${destinations}/repository`)).body, { timeout: 15_000 })
      .toMatchObject([{ name: 'sender', url, verified: false, icon: null }])
  })
})

describe('a registry that cannot be reached', () => {
  it('is not asked at a private address that no operator allows, and nothing is stored', async () => {
    const strict = await startTestService({ REGISTRY_URL: registry.url })
    try {
      const { owner, path } = await strict.makeTenant()
      const body = { name: 'x', url }
      expect(await owner.api.post(`${path}/pipeline_destinations`, body)).toMatchObject({
        status: 503,
        body: { type: 'server_error', code: 'registry_unavailable' },
      })
      expect((await owner.api.get(`${path}/pipeline_destinations`)).body).toMatchObject({ count: 0 })
    } finally {
      await strict.stop()
    }
  })
})
