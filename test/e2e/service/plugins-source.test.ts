import { afterAll, describe, expect, it } from 'vitest'
import type { PluginFileChanges } from '../../../generated/types.ts'
import { invalid } from './harness.ts'
import { elsewhere, startPluginService } from './plugin-fixtures.ts'

const { service, tenant, makePlugin } = await startPluginService()
afterAll(() => service.stop())

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
      body: {
        detail:
          'A plugin can have at most 100 files. Each file can be at most 1 MB in size, and its name at most 200 characters long.',
      },
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
      body: { detail: 'Code can be changed only for plugins of type source.' },
    })
  })
})
