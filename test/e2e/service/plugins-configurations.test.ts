import { afterAll, describe, expect, it } from 'vitest'
import type { WritablePlugin } from '../../../generated/types.ts'
import type { Tenant } from './harness.ts'
import { handles, startPluginService } from './plugin-fixtures.ts'

const { service, makePlugin, configure } = await startPluginService()
afterAll(() => service.stop())

describe('configurations', () => {
  const secret = { token: { type: 'string' as const, secret: true }, host: {} }

  /** Returns the configurations of plugins that export. */
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
    [['plugin', '--plugin', '1', '--project', '1', '--enabled', 'maybe'], 2, 'Expected: "true" or "false"'],
    [['plugin', '--plugin', '1', '--project', '1', '--config', '[secret]'], 2, 'Expected: a JSON object'],
    [
      ['plugin', '--plugin', '2147483647', '--project', '1'],
      1,
      'Plugin 2147483647 or project 1 does not exist.',
    ],
    [['plugins-access', '--organization', 'x', '--level', '5'], 2, 'must be 0, 3, 6 or 9'],
    [['plugins-access', '--organization', 'x', '--level', '6'], 1, 'No organization has the UUID'],
  ])('cannot be made with %j', async (args, status, message) => {
    const outcome = await service.operate(...args)
    expect(outcome.status).toBe(status)
    expect(outcome.stderr).toContain(message)
    expect(outcome.stderr).not.toContain('secret')
  })
})
