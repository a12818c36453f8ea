import { afterAll, describe, expect, it } from 'vitest'
import { denied, invalid, notFound } from './harness.ts'
import { collectionOf, collections, startPluginService } from './plugin-fixtures.ts'

const { service, tenant, makePlugin, configure, setLevel } = await startPluginService()
afterAll(() => service.stop())

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
      body: invalid('invalid_input', 'This plugin is global. Make it local before you uninstall it.', null),
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
