import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api as Client } from '../../../generated/client.ts'
import type { CreatePlugin, Plugin, PluginFileChanges, WritablePlugin } from '../../../generated/types.ts'
import { denied, invalid, notFound, startTestService, type Tenant, type TestService } from './harness.ts'

let service: TestService
let tenant: Tenant
beforeAll(async () => {
  service = await startTestService()
  tenant = await service.makeTenant()
})
afterAll(() => service.stop())

const collections = ['pipeline_destinations', 'pipeline_frontend_apps', 'pipeline_import_apps'] as const
type CollectionName = (typeof collections)[number]

const handles = { methods: ['onEvent'] }
const runs = { scheduled_tasks: ['runEveryDay'] }

/** What the tests of all collections call: the document names each operation by its collection. */
interface Collection {
  readonly list: Client['pipelineDestinations']['listPipelineDestinations']
  readonly create: Client['pipelineDestinations']['createPipelineDestination']
  readonly get: Client['pipelineDestinations']['getPipelineDestination']
  readonly update: Client['pipelineDestinations']['updatePipelineDestination']
}

function collectionOf({ owner: { client } }: Tenant, name: CollectionName): Collection {
  const { pipelineDestinations, pipelineFrontendApps, pipelineImportApps } = client
  const byName: Record<CollectionName, Collection> = {
    pipeline_destinations: {
      list: pipelineDestinations.listPipelineDestinations,
      create: pipelineDestinations.createPipelineDestination,
      get: pipelineDestinations.getPipelineDestination,
      update: pipelineDestinations.updatePipelineDestination,
    },
    pipeline_frontend_apps: {
      list: pipelineFrontendApps.listPipelineFrontendApps,
      create: pipelineFrontendApps.createPipelineFrontendApp,
      get: pipelineFrontendApps.getPipelineFrontendApp,
      update: pipelineFrontendApps.updatePipelineFrontendApp,
    },
    pipeline_import_apps: {
      list: pipelineImportApps.listPipelineImportApps,
      create: pipelineImportApps.createPipelineImportApp,
      get: pipelineImportApps.getPipelineImportApp,
      update: pipelineImportApps.updatePipelineImportApp,
    },
  }
  return byName[name]
}

/** A new plugin, and the parameters by which its operations find it. */
async function makePlugin(
  collection: CollectionName,
  { owner = tenant, ...fields }: WritablePlugin & { owner?: Tenant } = {},
) {
  const organization = { organization_id: owner.id }
  const body = { name: 'A plugin', ...fields }
  const plugin = await collectionOf(owner, collection).create({ path: organization, body })
  return { plugin, path: { ...organization, id: plugin.id } }
}

/** Runs a command of the operator on the service's database; no operation of the interface does these things. */
async function operate(...args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await service.operate(...args)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

async function setLevel({ id }: Tenant, level: 0 | 3 | 6 | 9): Promise<void> {
  await operate('plugins-access', '--organization', id, '--level', String(level))
}

/** Switches a plugin on, or off, in an organization's project. Answers the id of the configuration. */
async function configure(
  { projectId }: Tenant,
  plugin: Plugin,
  { enabled = true, config = {} }: { enabled?: boolean; config?: object } = {},
): Promise<number> {
  const made = await operate(
    ...['plugin', '--plugin', String(plugin.id), '--project', String(projectId)],
    ...['--enabled', String(enabled), '--config', JSON.stringify(config)],
  )
  return Number(made['config_id'])
}

const elsewhere = invalid(
  'invalid_input',
  'This collection does not take plugins with these capabilities.',
  'capabilities',
)

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
        'Must be the URL of an npm package, or of a repository at GitHub or GitLab!',
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

describe('the list of plugins', () => {
  it('is ordered by id and shows those for all, and those that are configured here', async () => {
    const [ours, theirs] = [await service.makeTenant(), await service.makeTenant()]
    const mine = await makePlugin('pipeline_import_apps', { owner: ours })
    const global = await makePlugin('pipeline_import_apps', { owner: theirs, is_global: true })
    const configured = await makePlugin('pipeline_import_apps', { owner: theirs })
    const hidden = await makePlugin('pipeline_import_apps', { owner: theirs })
    await configure(ours, configured.plugin, { enabled: false })
    const organization = { organization_id: ours.id }
    const { listPipelineImportApps, getPipelineImportApp } = ours.owner.client.pipelineImportApps
    const { results } = await listPipelineImportApps({ path: organization })
    const expected = [mine, global, configured].map(({ plugin }) => plugin)
    expect(results.filter(({ id }) => id >= mine.plugin.id)).toEqual(expected)
    const path = { ...organization, id: hidden.plugin.id }
    expect(await getPipelineImportApp.result({ path })).toMatchObject({ status: 404, body: notFound() })
    const { updatePipelineImportApp, deletePipelineImportApp } = theirs.owner.client.pipelineImportApps
    await updatePipelineImportApp({ path: global.path, body: { is_global: false } })
    await deletePipelineImportApp({ path: configured.path })
  })
})

describe('changing a plugin', () => {
  it('leaves what it does not name, and is logged with what was before', async () => {
    const { plugin, path } = await makePlugin('pipeline_destinations', { description: 'old' })
    const { body } = await tenant.owner.api.patch(`${tenant.path}/pipeline_destinations/${plugin.id}`, {
      description: 'new',
      url: 'https://x.example',
    })
    expect(body).toEqual({ ...plugin, description: 'new' })
    const { listPipelineDestinationActivity } = tenant.owner.client.pipelineDestinations
    const log = await listPipelineDestinationActivity({ path, query: { limit: 1 } })
    expect(log.results).toMatchObject([
      {
        activity: 'updated',
        scope: 'Plugin',
        item_id: String(plugin.id),
        detail: { name: 'A plugin', changes: [{ field: 'description', before: 'old', after: 'new' }] },
      },
    ])
  })

  it('of another organization is refused, and one that is not visible is not there', async () => {
    const other = await service.makeTenant()
    const visible = await makePlugin('pipeline_destinations', { is_global: true })
    const hidden = await makePlugin('pipeline_destinations')
    const managed = denied('This plugin installation is managed by another organization.')
    for (const [{ plugin }, refusal] of [
      [visible, { status: 403, body: managed }],
      [hidden, { status: 404, body: notFound() }],
    ] as const) {
      const path = { organization_id: other.id, id: plugin.id }
      const destinations = other.owner.client.pipelineDestinations
      for (const answer of [
        await destinations.updatePipelineDestination.result({ path, body: { name: 'Mine' } }),
        await destinations.deletePipelineDestination.result({ path }),
        await destinations.updatePipelineDestinationSource.result({ path, body: { 'index.ts': '' } }),
        await destinations.upgradePipelineDestination.result({ path }),
      ]) {
        expect(answer).toMatchObject(refusal)
      }
    }
    const { get, update } = collectionOf(tenant, 'pipeline_destinations')
    expect(await get({ path: visible.path })).toEqual(visible.plugin)
    await update({ path: visible.path, body: { is_global: false } })
  })

  it('deletes it, unless it is for all', async () => {
    const { path } = await makePlugin('pipeline_frontend_apps', { is_global: true })
    const { getPipelineFrontendApp, updatePipelineFrontendApp, deletePipelineFrontendApp } =
      tenant.owner.client.pipelineFrontendApps
    expect(await deletePipelineFrontendApp.result({ path })).toMatchObject({
      status: 400,
      body: invalid(
        'invalid_input',
        'This plugin is marked as global! Make it local before uninstallation.',
        null,
      ),
    })
    await updatePipelineFrontendApp({ path, body: { is_global: false } })
    await deletePipelineFrontendApp({ path })
    for (const operation of [getPipelineFrontendApp, deletePipelineFrontendApp])
      expect(await operation.result({ path })).toMatchObject({ status: 404, body: notFound() })
    for (const id of [2 ** 31, 2 ** 53, -(2 ** 40), 'x', '1.5']) {
      expect((await tenant.owner.api.get(`${tenant.path}/pipeline_frontend_apps/${id}`)).status).toBe(404)
    }
  })
})

describe('access to plugins', () => {
  const insufficient = {
    status: 403,
    body: denied("Your organization's plugin access level is insufficient."),
  }

  it.each(collections)('depends on the level of the organization, in %s', async (collection) => {
    const owner = await service.makeTenant()
    const { plugin } = await makePlugin(collection, { owner })
    const base = `${owner.path}/${collection}`
    const path = `${base}/${plugin.id}`
    const { api } = owner.owner
    const read = async () => [
      await api.get(base),
      await api.get(path),
      await api.get(`${path}/source`),
      await api.get(`${path}/check_for_updates`),
      await api.get(`${base}/activity`),
      await api.get(`${base}/exports_unsubscribe_configs`),
      await api.get(`${base}/repository`),
      await api.get(`${base}/unused`),
    ]
    const write = async () => [
      await api.post(base, { name: 'Another' }),
      await api.patch(path, { name: 'Changed' }),
      await api.patch(`${path}/update_source`, { 'index.js': '' }),
      await api.post(`${path}/upgrade`),
      await api.delete(path),
    ]
    await setLevel(owner, 0)
    for (const answer of [...(await read()), ...(await write())]) expect(answer).toMatchObject(insufficient)
    await setLevel(owner, 3)
    for (const answer of await read()) expect(answer.status).toBe(200)
    for (const answer of await write()) expect(answer).toMatchObject(insufficient)
    expect((await api.get(path)).body).toEqual(plugin)
    await setLevel(owner, 6)
    const notGlobal = { status: 403, body: denied("This organization can't manage global plugins!") }
    expect(await api.post(base, { name: 'Global', is_global: true })).toMatchObject(notGlobal)
    expect(await api.patch(path, { is_global: true })).toMatchObject(notGlobal)
    expect((await write()).map(({ status }) => status)).toEqual([201, 200, 200, 200, 204])
  })
})

describe('the source of a plugin', () => {
  const manifest = (fields: object) => JSON.stringify(fields)

  it('is kept file by file, and says name, configuration and capabilities', async () => {
    const { plugin, path } = await makePlugin('pipeline_destinations')
    const { getPipelineDestinationSource, updatePipelineDestinationSource } =
      tenant.owner.client.pipelineDestinations
    expect(await getPipelineDestinationSource({ path })).toEqual({})
    const files = {
      'plugin.json': manifest({
        name: 'Sender',
        description: 'Sends',
        config: [
          { markdown: 'Only a text' },
          { key: 'token', name: 'Token', type: 'string', secret: true, required: true },
        ],
        publicJobs: { resend: { payload: { from: { type: 'string' } } } },
      }),
      'index.ts':
        'export async function onEvent(event: Event) {}\nexport const jobs = { resend() {}, again: 1 }',
      'frontend.tsx': 'export const scene = {}',
    }
    expect(await updatePipelineDestinationSource({ path, body: files })).toEqual({
      ...plugin,
      name: 'Sender',
      description: 'Sends',
      config_schema: { token: { order: 1, name: 'Token', type: 'string', secret: true, required: true } },
      capabilities: { methods: ['onEvent'], jobs: ['resend', 'again'], scheduled_tasks: [] },
      public_jobs: { resend: { payload: { from: { type: 'string' } } } },
    })
    expect(await getPipelineDestinationSource({ path })).toEqual(files)
    const changes = { 'frontend.tsx': null, 'site.ts': '// site' }
    await updatePipelineDestinationSource({ path, body: changes })
    const { 'frontend.tsx': _, ...kept } = files
    expect(await getPipelineDestinationSource({ path })).toEqual({ ...kept, 'site.ts': '// site' })
    const emptied = await updatePipelineDestinationSource({ path, body: { 'index.ts': null } })
    expect(emptied).toMatchObject({ name: 'Sender', capabilities: {} })
    const named = await updatePipelineDestinationSource({ path, body: { name: 'Renamed' } })
    expect(named).toMatchObject({ name: 'Renamed', description: 'Sends' })
  })

  it.each([
    ['no JSON', '{', 'The file plugin.json is not valid.'],
    ['no object', '[]', 'The file plugin.json is not valid.'],
    ['a name that is no text', manifest({ name: 1 }), 'The file plugin.json is not valid.'],
    [
      'a configuration of an unknown type',
      manifest({ config: { a: { type: 'x' } } }),
      'The file plugin.json is not valid.',
    ],
  ])('is refused whole when plugin.json is %s', async (_, text, detail) => {
    const { plugin, path } = await makePlugin('pipeline_destinations')
    const body = { 'plugin.json': text, 'index.ts': 'export function onEvent() {}' }
    const { getPipelineDestination, getPipelineDestinationSource, updatePipelineDestinationSource } =
      tenant.owner.client.pipelineDestinations
    const answer = await updatePipelineDestinationSource.result({ path, body })
    expect(answer).toMatchObject({ status: 400, body: invalid('invalid_input', detail, null) })
    expect(await getPipelineDestinationSource({ path })).toEqual({})
    expect(await getPipelineDestination({ path })).toEqual(plugin)
  })

  it('cannot take a plugin out of its collection, nor grow without end', async () => {
    const { path } = await makePlugin('pipeline_frontend_apps')
    const { getPipelineFrontendAppSource, updatePipelineFrontendAppSource } =
      tenant.owner.client.pipelineFrontendApps
    const update = (body: PluginFileChanges) => updatePipelineFrontendAppSource.result({ path, body })
    const moved = await update({ 'index.js': 'exports.runEveryHour = () => {}' })
    expect(moved).toMatchObject({ status: 400, body: elsewhere })
    const large = {
      status: 400,
      body: { detail: 'A plugin has at most 100 files, none above 1 MB and no name above 200 characters.' },
    }
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.ts`, '']))
    expect(await update(many)).toMatchObject(large)
    expect(await update({ 'a.ts': 'x'.repeat(2 ** 20 + 1) })).toMatchObject(large)
    expect(await update({ [`${'x'.repeat(5000)}.ts`]: '' })).toMatchObject(large)
    expect(await getPipelineFrontendAppSource({ path })).toEqual({})
  })

  it('can be changed only where it is kept here', async () => {
    const { path } = await makePlugin('pipeline_destinations', { plugin_type: 'local' })
    const { updatePipelineDestinationSource } = tenant.owner.client.pipelineDestinations
    const answer = await updatePipelineDestinationSource.result({ path, body: { 'index.ts': '' } })
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: 'Only the code of plugins of the type source can be changed.' },
    })
  })
})

describe('configurations', () => {
  const secret = { token: { type: 'string' as const, secret: true }, host: {} }

  /** Those of plugins that export. */
  const configurationsOf = ({ id, owner }: Tenant) =>
    owner.client.pipelineDestinations.listPipelineDestinationExportsUnsubscribeConfigs({
      path: { organization_id: id },
    })

  it('tell which plugins are unused, in this organization', async () => {
    const [ours, theirs] = [await service.makeTenant(), await service.makeTenant()]
    const [used, off, never] = [
      await makePlugin('pipeline_destinations', { owner: ours }),
      await makePlugin('pipeline_destinations', { owner: ours }),
      await makePlugin('pipeline_destinations', { owner: ours }),
    ]
    await configure(ours, used.plugin)
    await configure(ours, off.plugin, { enabled: false })
    await configure(theirs, never.plugin)
    const { listUnusedPipelineDestinations } = ours.owner.client.pipelineDestinations
    const unused = await listUnusedPipelineDestinations({ path: { organization_id: ours.id } })
    expect(unused).toEqual([off.plugin.id, never.plugin.id])
  })

  it('of plugins that export are listed, without their secrets', async () => {
    const ours = await service.makeTenant()
    const config_schema = { ...secret, empty: { secret: true } }
    const sends = await makePlugin('pipeline_destinations', {
      owner: ours,
      capabilities: handles,
      config_schema,
    })
    const silent = await makePlugin('pipeline_destinations', { owner: ours })
    const config = { token: 'do not tell', empty: '', host: 'example.com' }
    const id = await configure(ours, sends.plugin, { config })
    expect(await configure(ours, sends.plugin, { config })).toBe(id)
    await configure(ours, silent.plugin)
    const configs = await configurationsOf(ours)
    expect(configs).toMatchObject([
      {
        id,
        plugin: sends.plugin.id,
        enabled: true,
        team_id: ours.projectId,
        config: { token: '********', empty: '', host: 'example.com' },
        error: null,
        deleted: false,
      },
    ])
    expect(JSON.stringify(configs)).not.toContain('do not tell')
    expect(await configurationsOf(await service.makeTenant())).toEqual([])
    const { listPipelineDestinationActivity } = ours.owner.client.pipelineDestinations
    const log = await listPipelineDestinationActivity({ path: sends.path, query: { limit: 3 } })
    expect(log).toMatchObject({
      results: [
        { scope: 'PluginConfig', activity: 'created', user: null },
        { scope: 'PluginConfig', activity: 'updated', item_id: String(id) },
        {
          scope: 'PluginConfig',
          activity: 'created',
          detail: { changes: [{ field: 'enabled', after: true }] },
        },
      ],
    })
    expect(JSON.stringify(log)).not.toContain('do not tell')
  })

  it.each<[string, NonNullable<WritablePlugin['config_schema']>]>([
    ['called open', { token: { type: 'string', secret: false }, host: {} }],
    ['left out', { host: {} }],
  ])('lose a value that was secret and is %s, for good', async (_, config_schema) => {
    const ours = await service.makeTenant()
    const { plugin, path } = await makePlugin('pipeline_destinations', {
      owner: ours,
      capabilities: handles,
      config_schema: secret,
    })
    await configure(ours, plugin, { config: { token: 'do not tell', host: 'example.com' } })
    const { updatePipelineDestination } = ours.owner.client.pipelineDestinations
    const change = (body: WritablePlugin) => updatePipelineDestination({ path, body })
    const shown = async () => (await configurationsOf(ours))[0]!.config
    await change({ name: 'Other', config_schema: secret })
    expect(await shown()).toEqual({ token: '********', host: 'example.com' })
    await change({ config_schema })
    expect(await shown()).toEqual({ host: 'example.com' })
    await change({ config_schema: { token: {}, host: {} } })
    expect(await shown()).toEqual({ host: 'example.com' })
  })

  it.each([
    [['plugin', '--plugin', '1'], 2, 'needs --plugin and --project'],
    [['plugin', '--plugin', '1', '--project', '9999999999'], 2, 'needs --plugin and --project'],
    [['plugin', '--plugin', '1', '--project', '1', '--enabled', 'maybe'], 2, 'it takes "true" or "false"'],
    [['plugin', '--plugin', '1', '--project', '1', '--config', '[secret]'], 2, 'it takes a JSON object'],
    [['plugin', '--plugin', '2147483647', '--project', '1'], 1, 'no plugin 2147483647'],
    [['plugins-access', '--organization', 'x', '--level', '5'], 2, 'one of 0, 3, 6 and 9'],
    [['plugins-access', '--organization', 'x', '--level', '6'], 1, 'No organization has the UUID'],
  ])('cannot be made with %j', async (args, status, message) => {
    const outcome = await service.operate(...args)
    expect(outcome.status).toBe(status)
    expect(outcome.stderr).toContain(message)
    expect(outcome.stderr).not.toContain('secret')
  })
})
