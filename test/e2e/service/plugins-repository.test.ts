import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invalid, startTestService, type TestService } from './harness.ts'

const newest = 'a'.repeat(40)
const older = 'b'.repeat(40)
const asked: string[] = []
let folder: string
let sites: Server
let service: TestService

/** Returns the content at a path of either site: a commit, or an archive whose folder can have any name. */
async function answerOf(at: string): Promise<object | Buffer | string | undefined> {
  const gitlab = '/api/v4/projects/group%2Fsub%2Fplugin/repository'
  switch (at) {
    case '/repos/some/plugin/commits/HEAD':
      return { sha: newest }
    case '/repos/some/plugin/commits/v1%2F0':
      return { sha: older }
    case `${gitlab}/commits/HEAD`:
      return { id: newest }
    // GitHub redirects to the archive, which is on another host.
    case `/repos/some/plugin/tarball/${newest}`:
      return '/files/newest.tar.gz'
    case `/repos/some/plugin/tarball/${older}`:
      return '/files/older.tar.gz'
    case '/files/newest.tar.gz':
    case `${gitlab}/archive.tar.gz?sha=${newest}`:
      return await archive('Newest')
    case '/files/older.tar.gz':
      return await archive('Older')
    default:
      return undefined
  }
}

async function archive(name: string): Promise<Buffer> {
  const source = path.join(folder, name, `some-plugin-${name}`)
  await mkdir(source, { recursive: true })
  await writeFile(path.join(source, 'plugin.json'), JSON.stringify({ name, config: [] }))
  await writeFile(path.join(source, 'index.js'), 'export function onEvent() {}')
  const options = { encoding: 'buffer' as const }
  const { stdout } = await promisify(execFile)('tar', ['-czf', '-', '-C', path.dirname(source), '.'], options)
  return stdout
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concordat-repository-'))
  sites = createServer(async (request, response) => {
    asked.push(request.headers['user-agent'] ?? '')
    const answer = await answerOf(request.url ?? '')
    if (answer === undefined) response.writeHead(request.url?.includes('nowhere') ? 404 : 422).end('{}')
    else if (typeof answer === 'string') response.writeHead(302, { location: answer }).end()
    else response.end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => sites.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(sites.address() as AddressInfo).port}`
  service = await startTestService({
    GITHUB_API: origin,
    GITLAB_API: `${origin}/api/v4`,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  })
})
afterAll(async () => {
  await service.stop()
  sites.closeAllConnections()
  sites.close()
  await rm(folder, { recursive: true })
})

describe('a plugin from a repository', () => {
  it.each([
    ['https://github.com/Some/Plugin', 'https://github.com/some/plugin'],
    ['https://www.github.com/some/plugin.git?tab=readme', 'https://github.com/some/plugin'],
    ['https://gitlab.com/group/sub/plugin/', 'https://gitlab.com/group/sub/plugin'],
  ])('is installed by its page, %s', async (url, known) => {
    const other = await service.makeTenant()
    const { createPipelineDestination, getPipelineDestinationSource } =
      other.owner.client.pipelineDestinations
    const path = { organization_id: other.id }
    const plugin = await createPipelineDestination({ path, body: { url } })
    expect(plugin).toMatchObject({
      name: 'Newest',
      url: known,
      tag: newest,
      latest_tag: newest,
      capabilities: { methods: ['onEvent'] },
    })
    const source = await getPipelineDestinationSource({ path: { ...path, id: plugin.id } })
    expect(Object.keys(source).toSorted()).toEqual(['index.js', 'plugin.json'])
    expect(new Set(asked)).toEqual(new Set(['concordat']))
  })

  it('may be a branch, a tag or a commit, and is upgraded to the newest', async () => {
    const other = await service.makeTenant()
    const { createPipelineDestination, upgradePipelineDestination } = other.owner.client.pipelineDestinations
    const path = { organization_id: other.id }
    const body = { url: 'https://github.com/some/plugin/tree/v1/0' }
    const plugin = await createPipelineDestination({ path, body })
    expect(plugin).toMatchObject({ name: 'Older', tag: older, latest_tag: newest })
    const upgraded = await upgradePipelineDestination({ path: { ...path, id: plugin.id } })
    expect(upgraded).toMatchObject({ name: 'Older', tag: newest, latest_tag: newest })
  })

  it('has to be there, and to be a repository', async () => {
    const unknown = 'This package or repository, or this version of it, does not exist or is not public.'
    const { id, owner } = await service.makeTenant()
    const { createPipelineDestination } = owner.client.pipelineDestinations
    const path = { organization_id: id }
    const install = (url: string) => createPipelineDestination.result({ path, body: { url } })
    for (const url of ['https://github.com/some/nowhere', 'https://github.com/some/plugin/commit/zzz'])
      expect(await install(url)).toMatchObject({
        status: 400,
        body: invalid('does_not_exist', unknown, 'url'),
      })
    const no = 'Must be the URL of an npm package or of a repository on GitHub or GitLab.'
    for (const url of [
      'https://github.com/some',
      'https://github.com/some/plugin/issues/1',
      'https://gitlab.com/x',
    ])
      expect(await install(url)).toMatchObject({ status: 400, body: invalid('invalid_input', no, 'url') })
  })
})
