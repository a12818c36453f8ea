import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WritablePlugin } from '../../../generated/types.ts'
import { pluginRepositoryJob } from '../../../server/plugins/installed/repository.ts'
import type { PackageRegistry as Registry } from '../../../server/plugins/packages/registry.ts'
import { countWaiting } from './count-waiting.ts'
import { invalid, startTestService, type Tenant, type TestService } from './harness.ts'
import { type PackageRegistry, startPackageRegistry } from './package-registry.ts'

let registry: PackageRegistry
let service: TestService
let tenant: Tenant
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

/** Requests the installation of a plugin in an organization, and returns the response. */
function install(fields: WritablePlugin & { url: string }, { id, owner }: Tenant = tenant) {
  return owner.client.pipelineDestinations.createPipelineDestination.result({
    path: { organization_id: id },
    body: { name: 'Mine', ...fields },
  })
}

/** Installs a plugin, and returns it with the path parameters for its operations. */
async function installed(fields: WritablePlugin & { url: string }) {
  const path = { organization_id: tenant.id }
  const body = { name: 'Mine', ...fields }
  const plugin = await tenant.owner.client.pipelineDestinations.createPipelineDestination({ path, body })
  return { plugin, path: { ...path, id: plugin.id } }
}

/** A registry from which nothing can be installed. */
const readOnlyRegistry: Omit<Registry, 'search'> = {
  read: () => undefined,
  find: () => Promise.reject(new Error('Nobody asks.')),
  download: () => Promise.reject(new Error('Nobody asks.')),
}

const refused = (code: string, detail: string) => ({ status: 400, body: invalid(code, detail, 'url') })

describe('a plugin from the registry', () => {
  it('is installed, found to be old, and upgraded', async () => {
    const {
      checkPipelineDestinationForUpdates,
      getPipelineDestination,
      getPipelineDestinationSource,
      listPipelineDestinationActivity,
      upgradePipelineDestination,
    } = tenant.owner.client.pipelineDestinations
    const { plugin, path } = await installed({ url })
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
    const kept = { 'plugin.json': first['plugin.json'], 'index.ts': first['index.ts'] }
    expect(await getPipelineDestinationSource({ path })).toEqual(kept)
    expect(await checkPipelineDestinationForUpdates({ path })).toEqual({ plugin })
    expect(await upgradePipelineDestination({ path })).toEqual(plugin)

    await registry.publish({ name: 'sender', version: '1.1.0', keywords: ['posthog-plugin'] }, second)
    expect(await getPipelineDestination({ path })).toEqual(plugin)
    const known = { ...plugin, latest_tag: '1.1.0' }
    expect(await checkPipelineDestinationForUpdates({ path })).toEqual({ plugin: known })
    expect(await getPipelineDestination({ path })).toEqual(known)

    const upgraded = {
      ...known,
      tag: '1.1.0',
      config_schema: { port: { type: 'string' } },
      capabilities: { methods: ['onEvent'], jobs: [], scheduled_tasks: ['runEveryHour'] },
    }
    expect(await upgradePipelineDestination({ path })).toMatchObject(upgraded)
    expect(await getPipelineDestination({ path })).toEqual(upgraded)
    expect(await getPipelineDestinationSource({ path })).toEqual(second)
    const { results } = await listPipelineDestinationActivity({ path })
    expect(results.map(({ activity }) => activity)).toEqual(['upgraded', 'created'])
  })

  it.each(['npm page', 'registry address'])('is installed once, by its %s', async (form) => {
    const address = form === 'npm page' ? `${url}/v/1.0.0?private_token=x` : `${registry.url}sender`
    expect(await install({ url: address })).toMatchObject(
      refused('unique', 'A plugin from this URL is already installed!'),
    )
  })

  it('may be an older version, and shows that there is a newer one', async () => {
    const other = await service.makeTenant()
    const { createPipelineDestination, deletePipelineDestination } = other.owner.client.pipelineDestinations
    const path = { organization_id: other.id }
    for (const body of [{ url, tag: '1.0.0' }, { url: `${registry.url}sender/v/1.0.0` }]) {
      const plugin = await createPipelineDestination({ path, body: { name: 'Old', ...body } })
      expect(plugin).toMatchObject({ tag: '1.0.0', latest_tag: '1.1.0', url })
      await deletePipelineDestination({ path: { ...path, id: plugin.id } })
    }
    const missing = refused(
      'does_not_exist',
      'This package or repository, or this version of it, does not exist or is not public.',
    )
    for (const body of [{ url, tag: '9.9.9' }, { url, tag: 'constructor' }, { url: `${url}-unknown` }]) {
      expect(await install(body, other)).toMatchObject(missing)
    }
  })

  it('has the name that its manifest says where the body has none', async () => {
    const other = await service.makeTenant()
    const { createPipelineDestination } = other.owner.client.pipelineDestinations
    const path = { organization_id: other.id }
    const plugin = await createPipelineDestination({ path, body: { url } })
    expect(plugin).toMatchObject({ name: 'Sender 2', url })
    await registry.publish({ name: 'nameless', version: '1.0.0' }, { 'plugin.json': '{}', 'index.js': '' })
    const required = { status: 400, body: { code: 'required', attr: 'name' } }
    const nameless = { url: `${registry.url}nameless` }
    expect(await createPipelineDestination.result({ path, body: nameless })).toMatchObject(required)
    const answer = await other.owner.api.post(`${other.path}/pipeline_destinations`, {})
    expect(answer).toMatchObject(required)
  })

  it('has to be a plugin that belongs to the collection', async () => {
    const elsewhere = 'This collection does not accept plugins with these capabilities.'
    const other = await service.makeTenant()
    const { createPipelineFrontendApp } = other.owner.client.pipelineFrontendApps
    const request = { path: { organization_id: other.id }, body: { name: 'x', url } }
    expect(await createPipelineFrontendApp.result(request)).toMatchObject({
      status: 400,
      body: { detail: elsewhere, attr: 'capabilities' },
    })
    await registry.publish({ name: 'no-plugin', version: '1.0.0' }, { 'index.js': '' })
    expect(await install({ url: `${registry.url}no-plugin` })).toMatchObject(
      refused('invalid_input', 'This package is not a plugin, because it has no plugin.json file.'),
    )
    const large = { ...first, 'index.ts': randomBytes(2 ** 20).toString('hex') }
    await registry.publish({ name: 'large', version: '1.0.0' }, large)
    expect(await install({ url: `${registry.url}large` })).toMatchObject(
      refused('invalid_input', 'The package is broken or too large for a plugin.'),
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
    const { checkPipelineDestinationForUpdates, getPipelineDestination, upgradePipelineDestination } =
      tenant.owner.client.pipelineDestinations
    const path = { organization_id: tenant.id, id }
    const plugin = await getPipelineDestination({ path })
    expect(await checkPipelineDestinationForUpdates({ path })).toMatchObject({ plugin })
    expect(await upgradePipelineDestination.result({ path })).toMatchObject(
      refused(
        'does_not_exist',
        'This package or repository, or this version of it, does not exist or is not public.',
      ),
    )
    expect(await getPipelineDestination({ path })).toEqual(plugin)
  })

  it('may have a scope, and a main file of another name', async () => {
    const files = {
      'plugin.json': JSON.stringify({ name: 'Scoped', main: './dist/main.js' }),
      'dist/main.js':
        'module.exports = { composeWebhook(event) { return { a: 1 } }, setupPlugin: async () => {} }',
      'index.ts': 'export function runEveryDay() {}',
    }
    await registry.publish({ name: '@some/scoped', version: '0.1.0-beta.1' }, files)
    const { plugin, path } = await installed({
      url: `${registry.url}@some/scoped`,
      plugin_type: 'repository',
    })
    expect(plugin).toMatchObject({
      plugin_type: 'repository',
      url: 'https://www.npmjs.com/package/@some/scoped',
      tag: '0.1.0-beta.1',
      capabilities: { methods: ['composeWebhook', 'setupPlugin'] },
    })
    const { getPipelineDestinationSource } = tenant.owner.client.pipelineDestinations
    const { 'index.ts': _, ...kept } = files
    expect(await getPipelineDestinationSource({ path })).toEqual(kept)
  })

  it('is offered by the repository', async () => {
    const { listPipelineDestinationRepository } = tenant.owner.client.pipelineDestinations
    const path = { organization_id: tenant.id }
    await expect
      .poll(() => listPipelineDestinationRepository({ path }))
      .toMatchObject([{ name: 'sender', url, verified: false, icon: null }])
  })

  it('is offered once where two processes ask for what there is at once', async () => {
    const offer = {
      name: 'sender',
      url,
      description: 'Sends',
      icon: null,
      verified: false,
      maintainer: 'some',
    }
    const elsewhere = { ...readOnlyRegistry, search: async () => [offer] }
    const job = pluginRepositoryJob({ db: service.db, registry: elsewhere })
    const run = () => job.run({}, { id: randomUUID(), signal: new AbortController().signal })
    await run()
    const both = await service.db.transaction().execute(async (transaction) => {
      // The service's own run of the job may also be waiting, or may have replaced the rows just before.
      await sql`lock table repository_plugins in exclusive mode`.execute(transaction)
      const begun = [run(), run()]
      await expect.poll(() => countWaiting(service.db)).toBeGreaterThanOrEqual(2)
      return begun
    })
    await Promise.all(both)
    const rows = await service.db.selectFrom('repository_plugins').selectAll().execute()
    expect(rows.map((row) => row.url)).toEqual([url])
  })
})

describe('a registry that cannot be reached', () => {
  it('is not asked at a private address that no operator allows, and nothing is stored', async () => {
    const strict = await startTestService({ REGISTRY_URL: registry.url })
    try {
      const stranger = await strict.makeTenant()
      expect(await install({ url }, stranger)).toMatchObject({
        status: 503,
        body: { type: 'server_error', code: 'registry_unavailable' },
      })
      const { listPipelineDestinations } = stranger.owner.client.pipelineDestinations
      const path = { organization_id: stranger.id }
      expect(await listPipelineDestinations({ path })).toMatchObject({ count: 0 })
    } finally {
      await strict.stop()
    }
  })
})
