import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UsageError } from '../../../generator/errors/problem.ts'
import { load } from '../../../generator/load/load.ts'
import { RemoteFiles } from '../../../generator/load/read/remote-files.ts'
import { folder, loadFolder, openapi } from './folder.ts'

/** Starts a server that keeps the requests it receives. */
async function listen(answer: RequestListener) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(stop)
  const paths = () => requests.map(({ url }) => url)
  return { requests, paths, stop, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Starts a server of files, each with an entity tag, that keeps the requests it receives. */
function serve(files: Record<string, string>) {
  return listen((request, response) => {
    const text = files[request.url ?? '']
    const etag = `"${text?.length}"`
    if (text !== undefined && request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(text === undefined ? 404 : 200, { etag }).end(text)
  })
}

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'concordat-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

/** Returns the reason why a document cannot be read. */
async function refusal(document: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const error: unknown = await load({ document, overlays: [], remote: { headers } }).catch((error) => error)
  if (!(error instanceof UsageError)) throw new Error('The document was loaded.')
  return error.message
}

const redirecting = (location: string, status = 302) =>
  listen((_, response) => response.writeHead(status, { location }).end())

test('a file of the disk makes no request', async () => {
  const { requests, url } = await serve({ '/pet.yaml': 'Pet: { type: object }' })
  const { document, warnings } = await loadFolder({
    'openapi.yaml': openapi(`components: { schemas: { A: { $ref: '${url}/pet.yaml#/Pet' } } }`),
  })
  expect(warnings).toMatchObject([{ code: 'remote-reference', severity: 'warning' }])
  expect(document.components).toEqual({ schemas: { A: {} } })
  expect(requests).toEqual([])
})

describe('addresses that are allowed', () => {
  const files = {
    '/v1/pet.yaml': 'Pet: { properties: { tag: { $ref: tag.yaml } } }',
    '/v1/tag.yaml': 'type: string',
  }

  test('are read for a document of the disk, each with its headers, and no others', async () => {
    const [schemas, other] = [await serve(files), await serve({ '/x.yaml': 'type: string' })]
    const root = await folder({
      'openapi.yaml': openapi(`components:
  schemas:
    A: { $ref: '${schemas.url}/v1/pet.yaml#/Pet' }
    B: { $ref: '${other.url}/x.yaml' }
    C: { $ref: '${schemas.url}/v2/pet.yaml' }`),
    })
    const {
      document,
      warnings,
      files: read,
    } = await load({
      document: join(root, 'openapi.yaml'),
      overlays: [],
      remote: { headers: {}, allowed: { [`${schemas.url}/v1/`]: { authorization: 'Bearer key' } } },
    })
    expect(document.components?.schemas).toMatchObject({
      A: { properties: {} },
      B: {},
      C: {},
      tag: { type: 'string' },
    })
    expect(warnings.map(({ code }) => code)).toEqual(['remote-reference', 'remote-reference'])
    expect(warnings[0]?.fix).toBe(
      'allow its address with `--remote ADDRESS` or with `remotes` in the configuration, or download the file and refer to the copy.',
    )
    expect(schemas.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/pet.yaml', 'Bearer key'],
      ['/v1/tag.yaml', 'Bearer key'],
    ])
    expect(other.requests).toEqual([])
    expect(read).toContain(`${schemas.url}/v1/tag.yaml`)
  })

  test('keep their headers from where redirects lead', async () => {
    const other = await serve({ '/pet.yaml': 'type: string' })
    const { url } = await redirecting(`${other.url}/pet.yaml`)
    await load({
      document: join(
        await folder({
          'openapi.yaml': openapi(`components: { schemas: { A: { $ref: '${url}/pet.yaml' } } }`),
        }),
        'openapi.yaml',
      ),
      overlays: [],
      remote: { headers: { 'x-document': '1' }, allowed: { [`${url}/`]: { authorization: 'Bearer key' } } },
    })
    expect(other.requests.map(({ headers }) => [headers.authorization, headers['x-document']])).toEqual([
      [undefined, undefined],
    ])
  })

  test('may not name a file of the disk', async () => {
    const secrets = await folder({ 'secret.yaml': 'type: string' })
    const { url } = await serve({
      '/pet.yaml': `{ properties: { a: { $ref: 'file://${secrets}/secret.yaml' } } }`,
    })
    const document = join(secrets, 'openapi.yaml')
    writeFileSync(document, openapi(`components: { schemas: { A: { $ref: '${url}/pet.yaml' } } }`))
    await expect(
      load({ document, overlays: [], remote: { headers: {}, allowed: { [`${url}/pet.yaml`]: {} } } }),
    ).rejects.toThrow('reference-outside-root')
  })

  test('are served from the copy while nobody answers', async () => {
    const cache = temporary()
    const { url, stop } = await serve(files)
    const document = join(
      await folder({
        'openapi.yaml': openapi(`components: { schemas: { A: { $ref: '${url}/v1/tag.yaml' } } }`),
      }),
      'openapi.yaml',
    )
    const options = { document, overlays: [], remote: { headers: {}, allowed: { [`${url}/`]: {} }, cache } }
    await load(options)
    await stop()
    const { document: again, warnings } = await load(options)
    expect(again.components?.schemas?.['A']).toMatchObject({ type: 'string' })
    expect(warnings).toMatchObject([{ code: 'address-unreached' }])
  })
})

describe('a document of the network', () => {
  test('may refer to files below its folder, and to no others', async () => {
    const secrets = await folder({ 'secret.yaml': 'type: string' })
    const other = await serve({ '/x.yaml': 'type: string' })
    const { paths, url } = await serve({
      '/v1/openapi.yaml': openapi(`components:
  schemas:
    A: { $ref: 'schemas/pet.yaml#/Pet' }
    B: { $ref: '../above.yaml' }
    C: { $ref: '${other.url}/x.yaml' }
`),
      '/v1/schemas/pet.yaml': 'Pet: { properties: { tag: { $ref: tag.yaml } } }',
      '/v1/schemas/tag.yaml': 'type: string',
      '/above.yaml': 'type: string',
    })
    const { document, warnings, locate, files } = await load({
      document: `${url}/v1/openapi.yaml`,
      overlays: [],
    })
    expect(document.components?.schemas).toMatchObject({
      A: { properties: { tag: { $ref: '#/components/schemas/tag' } } },
      B: {},
      C: {},
      tag: { type: 'string' },
    })
    expect(warnings.map(({ code }) => code)).toEqual(['remote-reference', 'remote-reference'])
    expect(paths()).toEqual(['/v1/openapi.yaml', '/v1/schemas/pet.yaml', '/v1/schemas/tag.yaml'])
    expect(files).toContain(`${url}/v1/openapi.yaml`)
    expect(other.requests).toEqual([])
    expect(locate('#/components/schemas/tag/type')).toMatchObject({
      file: `${url}/v1/schemas/tag.yaml`,
      line: 1,
    })
    const { url: bad } = await serve({
      '/openapi.yaml': openapi(`components: { schemas: { A: { $ref: 'file://${secrets}/secret.yaml' } } }`),
    })
    await expect(load({ document: `${bad}/openapi.yaml`, overlays: [] })).rejects.toThrow(
      /reference-outside-root\s+.*points from a remote file to a local one, which is not allowed\./,
    )
  })

  test('may refer to what is below the root that is named', async () => {
    const { url } = await serve({
      '/v1/openapi.yaml': openapi(`components: { schemas: { B: { $ref: '../above.yaml' } } }`),
      '/above.yaml': 'type: string',
    })
    const { document } = await load({ document: `${url}/v1/openapi.yaml`, root: url, overlays: [] })
    expect(document.components?.schemas).toEqual({ B: { type: 'string' } })
  })

  test('has overlays of the disk', async () => {
    const { url } = await serve({ '/openapi.yaml': openapi('paths: {}') })
    const overlays = await folder({
      'overlay.yaml': 'overlay: 1.0.0\nactions: [{ target: $.info, update: { title: Mine } }]',
    })
    const { document } = await load({
      document: `${url}/openapi.yaml`,
      overlays: [join(overlays, 'overlay.yaml')],
    })
    expect(document.info.title).toBe('Mine')
  })
})

describe('headers', () => {
  test('go to the origin of the document alone, and redirects are followed', async () => {
    const other = await serve({ '/openapi.yaml': openapi('paths: {}') })
    const { url, requests } = await redirecting(`${other.url}/openapi.yaml`)
    const headers = { authorization: 'Bearer hush' }
    await load({ document: `${url}/openapi.yaml`, overlays: [], remote: { headers } })
    expect(requests[0]?.headers.authorization).toBe('Bearer hush')
    expect(other.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('are in no message', async () => {
    const { url } = await listen((_, response) => response.writeHead(401).end())
    const message = await refusal(`${url}/openapi.yaml?key=hush`, { authorization: 'Bearer hush' })
    expect(message).toContain('the server responds with status 401')
    expect(message).toContain('--document-header')
    expect(message).not.toContain('hush')
  })
})

describe('what is refused, with the reason', () => {
  test.each([
    ['a page', '<!DOCTYPE html><html></html>', 'the server responds with an HTML page'],
    ['a name that promises JSON', '{', 'The file is not well-formed JSON'],
  ])('%s', async (_, text, reason) => {
    const { url } = await listen((_, response) => response.end(text))
    await expect(load({ document: `${url}/openapi.json`, overlays: [] })).rejects.toThrow(reason)
  })

  test('redirects from HTTPS to HTTP', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response(null, { status: 302, headers: { location: 'http://a.example/b' } }),
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await refusal('https://a.example/b')).toContain('the server redirects from HTTPS to HTTP')
  })

  test('redirects to other schemes, and in circles', async () => {
    const { url } = await redirecting('file:///etc/passwd')
    expect(await refusal(`${url}/a`)).toContain('the server redirects to a non-HTTP address')
    const circle = await redirecting('/a', 307)
    expect(await refusal(`${circle.url}/a`)).toContain('more than 5 redirects')
  })

  test('an address with a user, and one that nobody listens to', async () => {
    const { url, stop } = await serve({})
    expect(await refusal(`${url.replace('//', '//me:hush@')}/a`)).toContain('contains a username or password')
    await stop()
    expect(await refusal(`${url}/a`)).toBe(
      `Cannot connect to ${new URL(url).host} (ECONNREFUSED). Fix: correct the address "${url}/a", or start the server.`,
    )
  })

  test.each([
    ['CERT_HAS_EXPIRED', `correct the address "https://a.example/b", or replace the server's certificate.`],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'set NODE_EXTRA_CA_CERTS to a PEM file with its certificate authority.'],
  ])('a certificate with %s', async (code, fix) => {
    const cause = Object.assign(new Error('TLS'), { code })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })))
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await refusal('https://a.example/b')).toBe(`Cannot connect to a.example (${code}). Fix: ${fix}`)
  })

  test('more files than 500', async () => {
    const { url } = await serve({ '/a': 'x' })
    const files = new RemoteFiles(url, { headers: {} })
    for (let count = 0; count < 500; count++) await files.read(`${url}/a`)
    await expect(files.read(`${url}/a`)).rejects.toThrow('more than 500 files')
  })
})

describe('the copy', () => {
  test('is asked about, renewed, and read when the address cannot be reached', async () => {
    const remote = { headers: {}, cache: temporary() }
    const files = { '/openapi.yaml': openapi('paths: {}') }
    const { url, requests, stop } = await serve(files)
    const title = async () => {
      const { document, warnings } = await load({ document: `${url}/openapi.yaml`, overlays: [], remote })
      return [document.info.title, ...warnings.map(({ code }) => code)]
    }
    expect(await title()).toEqual(['Pets'])
    expect(await title()).toEqual(['Pets'])
    expect(requests[1]?.headers['if-none-match']).toBeDefined()
    files['/openapi.yaml'] = openapi('paths: {}').replace('Pets', 'Animals')
    expect(await title()).toEqual(['Animals'])
    await stop()
    expect(await title()).toEqual(['Animals', 'address-unreached'])
  })

  test('does not hide that the server refuses', async () => {
    const remote = { headers: {}, cache: temporary() }
    const files: Record<string, string> = { '/openapi.yaml': openapi('paths: {}') }
    const { url } = await serve(files)
    await load({ document: `${url}/openapi.yaml`, overlays: [], remote })
    delete files['/openapi.yaml']
    await expect(load({ document: `${url}/openapi.yaml`, overlays: [], remote })).rejects.toThrow('404')
  })

  test('is made anew where half of it was written', async () => {
    const cache = temporary()
    const { url, requests } = await serve({ '/openapi.yaml': openapi('paths: {}') })
    const read = () => load({ document: `${url}/openapi.yaml`, overlays: [], remote: { headers: {}, cache } })
    await read()
    const documents = join(cache, 'documents')
    const validators = readdirSync(documents).find((name) => name.endsWith('.json')) ?? ''
    writeFileSync(join(documents, validators), '{"etag":')
    expect((await read()).warnings).toEqual([])
    expect(requests[1]?.headers['if-none-match']).toBeUndefined()
    await read()
    expect(requests[2]?.headers['if-none-match']).toBeDefined()
  })

  test('is left out where it cannot be written', async () => {
    const cache = join(temporary(), 'a file')
    writeFileSync(cache, '')
    const { url } = await serve({ '/openapi.yaml': openapi('paths: {}') })
    const { document, warnings } = await load({
      ...{ document: `${url}/openapi.yaml`, overlays: [] },
      remote: { headers: {}, cache },
    })
    expect([document.info.title, ...warnings]).toEqual(['Pets'])
  })

  test('of a document that one key opened is not read with another', async () => {
    const cache = temporary()
    const { url } = await listen((request, response) =>
      response
        .writeHead(request.headers.authorization === 'one' ? 200 : 401, { etag: '"1"' })
        .end(openapi('paths: {}')),
    )
    const read = (authorization: string) =>
      load({ document: `${url}/openapi.yaml`, overlays: [], remote: { headers: { authorization }, cache } })
    await read('one')
    await expect(read('another')).rejects.toThrow('401')
  })
})
