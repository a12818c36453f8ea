import { afterAll, describe, expect, it } from 'vitest'
import type { CreatePlugin, Plugin } from '../../../generated/types.ts'
import { invalid } from './harness.ts'
import {
  type CollectionName,
  collectionOf,
  collections,
  elsewhere,
  handles,
  runs,
  startPluginService,
} from './plugin-fixtures.ts'

const { service, tenant, makePlugin } = await startPluginService()
afterAll(() => service.stop())

describe('a new plugin', () => {
  it.each(collections)('without an address begins empty, in %s', async (collection) => {
    const { plugin, path } = await makePlugin(collection)
    expect(plugin).toEqual({
      id: expect.any(Number),
      plugin_type: 'source',
      name: 'A plugin',
      description: null,
      url: null,
      icon: null,
      config_schema: {},
      tag: null,
      latest_tag: null,
      is_global: false,
      organization_id: tenant.id,
      organization_name: 'Test organization',
      capabilities: {},
      metrics: {},
      public_jobs: {},
    })
    expect(await collectionOf(tenant, collection).get({ path })).toEqual(plugin)
  })

  it('keeps every member that it is given', async () => {
    const fields = {
      plugin_type: 'local',
      name: 'Whole',
      description: 'All of it',
      icon: 'https://example.com/icon.png',
      config_schema: { key: { name: 'Key', type: 'string', required: true, secret: true } },
      tag: 'abc',
      is_global: false,
      capabilities: { methods: ['onEvent', 'setupPlugin'], jobs: ['send'], scheduled_tasks: [] },
      metrics: { sent: 'sum' },
      public_jobs: { send: { payload: { to: { type: 'string', title: 'To' } } } },
    } satisfies CreatePlugin
    const { plugin } = await makePlugin('pipeline_destinations', fields)
    expect(plugin).toMatchObject(fields)
  })

  it('is refused with members of any length: a page of plugins holds many of them', async () => {
    const description = 'd'.repeat(200_001)
    const refused = { status: 400, body: { code: 'max_length' } }
    const { path } = await makePlugin('pipeline_destinations')
    const { create, update } = collectionOf(tenant, 'pipeline_destinations')
    expect(await create.result({ path, body: { name: 'Long', description } })).toMatchObject(refused)
    expect(await update.result({ path, body: { description } })).toMatchObject(refused)
  })

  it('shows half a character as none, wherever it stands', async () => {
    const half = '\ud800'
    const capabilities = { methods: ['onEvent', half], [half]: 1 }
    const config_schema = { [half]: { default: [half] } }
    const { plugin, path } = await makePlugin('pipeline_destinations', {
      name: half,
      capabilities,
      config_schema,
    })
    expect(plugin).toMatchObject({
      name: '\ufffd',
      capabilities: { methods: ['onEvent', '\ufffd'], '\ufffd': 1 },
      config_schema: { '\ufffd': { default: ['\ufffd'] } },
    })
    const source = await makePlugin('pipeline_destinations')
    const { getPipelineDestination, getPipelineDestinationSource, updatePipelineDestinationSource } =
      tenant.owner.client.pipelineDestinations
    const files = { [`${half}.ts`]: half, '\udfff.ts': 'last' }
    await updatePipelineDestinationSource({ path: source.path, body: files })
    expect(await getPipelineDestinationSource({ path: source.path })).toEqual({ '\ufffd.ts': 'last' })
    expect(await getPipelineDestination({ path })).toEqual(plugin)
  })

  it('is found in its own collection alone', async () => {
    const fresh = await service.makeTenant()
    for (const collection of collections) {
      const { plugin, path } = await makePlugin(collection, { owner: fresh })
      for (const other of collections) {
        const { list, get } = collectionOf(fresh, other)
        const { results } = await list({ path })
        expect(results.some(({ id }) => id === plugin.id)).toBe(other === collection)
        const { status } = await get.result({ path })
        expect(status).toBe(other === collection ? 200 : 404)
      }
    }
  })

  it.each<[CollectionName, NonNullable<Plugin['capabilities']>, boolean]>([
    ['pipeline_destinations', handles, true],
    ['pipeline_destinations', { methods: ['composeWebhook', 'processEvent'] }, true],
    ['pipeline_destinations', { methods: ['processEvent'] }, false],
    ['pipeline_destinations', runs, false],
    ['pipeline_import_apps', runs, true],
    ['pipeline_import_apps', { methods: ['setupPlugin'] }, true],
    ['pipeline_import_apps', { methods: ['onEvent'], scheduled_tasks: ['runEveryHour'] }, true],
    ['pipeline_import_apps', handles, false],
    ['pipeline_import_apps', { methods: ['processEvent'] }, false],
    ['pipeline_frontend_apps', { methods: [], scheduled_tasks: [] }, true],
    ['pipeline_frontend_apps', { jobs: ['send'] }, true],
    ['pipeline_frontend_apps', handles, false],
    ['pipeline_frontend_apps', runs, false],
  ])('of %s may be able to %j: %s', async (collection, capabilities, isAllowed) => {
    const body = { name: 'Able', capabilities }
    const { create, get, update } = collectionOf(tenant, collection)
    const created = await create.result({ path: { organization_id: tenant.id }, body })
    if (isAllowed) expect(created).toMatchObject({ status: 201, body })
    else expect(created).toMatchObject({ status: 400, body: elsewhere })
    const { path, plugin } = await makePlugin(collection)
    const changed = await update.result({ path, body: { capabilities } })
    if (isAllowed) expect(changed).toMatchObject({ status: 200, body: { capabilities } })
    else {
      expect(changed).toMatchObject({ status: 400, body: elsewhere })
      expect(await get({ path })).toEqual(plugin)
    }
  })

  it.each([
    'not a url',
    'file:///etc/passwd',
    'https://example.com/package/x',
    'https://www.npmjs.com/',
    'https://www.npmjs.com/package/../x',
    'https://www.npmjs.com/package/a/b/c',
    'https://www.npmjs.com/package/UPPER',
    'ftp://www.npmjs.com/package/x',
  ])('cannot be installed from %j', async (url) => {
    const { create } = collectionOf(tenant, 'pipeline_destinations')
    const answer = await create.result({ path: { organization_id: tenant.id }, body: { name: 'x', url } })
    expect(answer).toMatchObject({
      status: 400,
      body: invalid(
        'invalid_input',
        'Must be the URL of an npm package or of a repository on GitHub or GitLab.',
        'url',
      ),
    })
  })
})

describe('two plugins from one address', () => {
  it('cannot be there, whoever comes first', async () => {
    const rows = ['first', 'second'].map((name) => ({
      organization_id: tenant.id,
      collection: 'destination' as const,
      plugin_type: 'custom' as const,
      name,
      url: 'https://www.npmjs.com/package/once',
      is_global: false,
    }))
    await expect(service.db.insertInto('plugins').values(rows).execute()).rejects.toMatchObject({
      code: '23505',
    })
  })
})
