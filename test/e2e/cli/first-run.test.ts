import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReportDocument } from '@concordat/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBaseUrl } from '../../../generator/commands/verify/address/base-url.ts'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { Project } from './project.ts'

let project: Project
beforeEach(() => {
  project = new Project(NOTES_DOCUMENT)
})
afterEach(() => {
  project.remove()
  closeAll()
})

type Answer = (request: Request) => Response | Promise<Response> | undefined

/** Serves the notes below a path, alongside other responses. */
async function serve({ below = '', others = () => undefined }: { below?: string; others?: Answer } = {}) {
  const notes = new Notes()
  const baseUrl = await listen(
    answering(async (request) => {
      const other = await others(request)
      if (other !== undefined) return other
      const url = new URL(request.url)
      if (!url.pathname.startsWith(`${below}/notes`))
        return Response.json({ detail: 'Not Found' }, { status: 404 })
      const { method, headers } = request
      const body = await request.text()
      const inner = new URL(url.pathname.slice(below.length) + url.search, url)
      return notes.answer(new Request(inner, { method, headers, ...(body !== '' && { body }) }))
    }),
  )
  return { baseUrl, notes }
}

const JSON_DOCUMENT = async (servers: readonly { url: string }[] = []): Promise<string> => {
  const { load } = await import('js-yaml')
  return JSON.stringify({ ...(load(NOTES_DOCUMENT) as object), servers })
}
/** A folder without configuration. */
const inEmptyFolder = (...args: string[]) => {
  mkdirSync(join(project.folder, 'empty'), { recursive: true })
  return project.concordat(['verify', ...args])
}
const verify = (baseUrl: string, ...args: string[]) =>
  project.concordat(['verify', baseUrl, '--document', 'openapi.yaml', '--rule', 'conformance', ...args])

test('a base URL is read as people write it', () => {
  expect(readBaseUrl('localhost:8000')).toBe('http://localhost:8000')
  expect(readBaseUrl(':8000/api')).toBe('http://localhost:8000/api')
  expect(readBaseUrl('api.test:443')).toBe('https://api.test:443')
  expect(readBaseUrl('https://api.test')).toBe('https://api.test')
  expect(readBaseUrl('https://api.example.com/v1')).toBe('https://api.example.com/v1')
  expect(() => readBaseUrl('ftp://api.test')).toThrow(
    '"ftp://api.test" is not the address of a server. Expected: an HTTP URL such as "http://localhost:8000" or "https://api.example.com/v1".',
  )
})

describe('without document and configuration', () => {
  test('the document that the server serves is taken, and its servers say the base path', async () => {
    const document = await JSON_DOCUMENT([{ url: 'https://notes.example/api/v1' }])
    const { baseUrl, notes } = await serve({
      below: '/api/v1',
      others: ({ url }) =>
        new URL(url).pathname === '/v3/api-docs'
          ? new Response(document, { headers: { 'content-type': 'application/json' } })
          : undefined,
    })
    const { status, stdout, stderr } = await inEmptyFolder(
      baseUrl.replace('http://', ''),
      ...['--report', 'json=report.json'],
    )
    const sha256 = createHash('sha256').update(document).digest('hex')
    expect(stderr).toContain(
      `Document: ${baseUrl}/v3/api-docs, "Notes" 1, SHA-256 ${sha256.slice(0, 12)}….\n`,
    )
    const report: ReportDocument = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8'))
    expect(report.document).toEqual({ file: `${baseUrl}/v3/api-docs`, sha256 })
    expect(stderr).toContain(`Base URL: ${baseUrl}/api/v1, with the base path from the document.`)
    expect([status, stdout]).toEqual([0, expect.stringContaining('4 operations, ')])
    expect(notes.notes.size).toBe(0)
  })

  test.each<[string, (document: string) => Answer]>([
    [
      'a page that links to it',
      (document) =>
        ({ url }) =>
          url.endsWith('/docs')
            ? new Response('<script>ui({ url: "/hidden/notes-openapi.json" })</script>', {
                headers: { 'content-type': 'text/html' },
              })
            : url.endsWith('/hidden/notes-openapi.json')
              ? new Response(document)
              : undefined,
    ],
    [
      'an API catalog',
      (document) =>
        ({ url }) =>
          url.endsWith('/.well-known/api-catalog')
            ? Response.json({ linkset: [{ anchor: '/', 'service-desc': [{ href: '/hidden' }] }] })
            : url.endsWith('/hidden')
              ? new Response(document)
              : undefined,
    ],
    [
      'a page that a listing of APIs leads to',
      (document) =>
        ({ url }) => {
          const html = { headers: { 'content-type': 'text/html' } }
          if (new URL(url).pathname === '/') return new Response('<a href="/apis/shop/v3">Shop</a>', html)
          if (url.endsWith('/apis/shop/v3'))
            return new Response('<redoc spec-url="/kept/openapi.json">', html)
          return url.endsWith('/kept/openapi.json') ? new Response(document) : undefined
        },
    ],
    [
      'a script of a page that holds it',
      (document) =>
        ({ url }) =>
          url.endsWith('/api-docs/')
            ? new Response('<script src="./swagger-ui-init.js"></script>', {
                headers: { 'content-type': 'text/html' },
              })
            : url.endsWith('/api-docs/swagger-ui-init.js')
              ? new Response(`var options = {\n  "swaggerDoc": ${document},\n  "customOptions": {}\n};`)
              : undefined,
    ],
  ])('it is found by %s', async (_, others) => {
    const { baseUrl } = await serve({ others: others(await JSON_DOCUMENT()) })
    const { stdout, stderr } = await inEmptyFolder(baseUrl, '--rule', 'conformance')
    expect(stderr).toContain('Document: ')
    expect(stdout).toContain('4 operations, ')
  })

  test('an overlay applies to the document that the server serves', async () => {
    const document = await JSON_DOCUMENT()
    const { baseUrl } = await serve({
      others: ({ url }) =>
        new URL(url).pathname === '/openapi.json'
          ? new Response(document, { headers: { 'content-type': 'application/json' } })
          : undefined,
    })
    const actions = [{ target: '$.paths.*.delete', remove: true }]
    const overlay = { overlay: '1.0.0', info: { title: 'Deletions are internal', version: '1' }, actions }
    project.write('overlay.json', JSON.stringify(overlay))
    const { stdout, stderr } = await inEmptyFolder(
      baseUrl,
      ...['--overlay', 'overlay.json', '--rule', 'conformance'],
    )
    expect(stdout, stderr).toContain('3 operations, ')
  })

  test('what a page holds has its places in that page', async () => {
    const document = (await JSON_DOCUMENT()).replace('"readNote"', '"readNote","description":7')
    const { baseUrl } = await serve({
      others: ({ url }) =>
        url.endsWith('/docs')
          ? new Response(`<script>ui({ spec: ${document} })</script>`, {
              headers: { 'content-type': 'text/html' },
            })
          : /\/notes\/n\d+$/.test(url)
            ? new Response('', { status: 203 })
            : undefined,
    })
    const report = ['--report', 'json=report.json']
    const { stdout, stderr } = await inEmptyFolder(baseUrl, '--rule', 'conformance', ...report)
    expect(stderr).toContain(`${baseUrl}/docs #/paths/~1notes~1{id}/get/description wrong-type (warning)`)
    expect(stdout).toContain(`${baseUrl}/docs`)
    const text = readFileSync(join(project.folder, 'report.json'), 'utf8')
    const { findings, document: tested } = JSON.parse(text) as ReportDocument
    expect(tested?.file).toBe(`${baseUrl}/docs`)
    expect(findings.length).toBeGreaterThan(0)
    for (const { place } of findings)
      expect(place).toEqual({ clause: expect.stringMatching(/^#\/paths\//), file: `${baseUrl}/docs` })
    expect(stdout + stderr + text).not.toContain('concordat-document-')
  })

  test.each(['--header', '--document-header'])('%s opens one that wants a credential', async (flag) => {
    const document = await JSON_DOCUMENT()
    const { baseUrl } = await serve({
      others: ({ url, headers }) => {
        if (new URL(url).pathname.startsWith('/notes')) return undefined
        if (headers.get('x-key') !== 'k') return new Response('', { status: 401 })
        return url.endsWith('/schema/openapi.json') ? new Response(document) : undefined
      },
    })
    const without = await inEmptyFolder(baseUrl, '--rule', 'conformance')
    expect([without.status, without.stderr]).toEqual([
      2,
      expect.stringMatching(
        /serves no OpenAPI document .* http:\S+\/openapi\.json and \d+ more may need a credential\. Provide one with --document-header/,
      ),
    ])
    const { status, stdout, stderr } = await inEmptyFolder(
      ...[baseUrl, '--rule', 'conformance', flag, 'X-Key: k'],
    )
    expect(stderr).toContain('/schema/openapi.json, "Notes"')
    expect([status, stdout]).toEqual([0, expect.stringContaining('4 operations, ')])
  })

  test('a server that ends the connection of one request is asked at the other places', async () => {
    const document = await JSON_DOCUMENT()
    const places = answering(({ url }) =>
      new URL(url).pathname === '/swagger/' ? new Response(document) : new Response(null, { status: 404 }),
    )
    const baseUrl = await listen((incoming, outgoing) =>
      incoming.url === '/' ? incoming.socket.destroy() : places(incoming, outgoing),
    )
    const found = await inEmptyFolder(baseUrl, '--plan')
    expect([found.status, found.stderr]).toEqual([
      0,
      expect.stringContaining(`Document: ${baseUrl}/swagger/, "Notes" 1`),
    ])
    const silent = await listen((incoming) => incoming.socket.destroy())
    const none = await inEmptyFolder(silent, '--plan')
    expect([none.status, none.stderr]).toEqual([
      2,
      expect.stringMatching(/^The search for a document failed at GET http:\S+: it closed the connection/),
    ])
  })

  test('a server that serves none, or is not there, is one sentence', async () => {
    const { baseUrl } = await serve()
    const none = await inEmptyFolder(baseUrl)
    expect([none.status, none.stderr]).toEqual([
      2,
      expect.stringMatching(
        /serves no OpenAPI document at the usual paths.*Fix: specify the document with --document/,
      ),
    ])
    const cut = await inEmptyFolder(baseUrl, '--max-requests', '2')
    expect([cut.status, cut.stderr]).toEqual([
      2,
      expect.stringMatching(/^--max-requests ended the search for an OpenAPI document at .*Fix: /),
    ])
    closeAll()
    const gone = await inEmptyFolder(baseUrl)
    expect([gone.status, gone.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^The search for a document failed at GET http:\S+: nothing is listening there .*Fix: start the server/,
      ),
    ])
  })
})

describe('a document beside the wrong server', () => {
  test('is one sentence, with the base URL that was meant', async () => {
    const { baseUrl } = await serve({ below: '/api' })
    const { status, stdout, stderr } = await verify(baseUrl)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(
      `${baseUrl} has none of the tested paths of "Notes" (/notes). /notes was found under ${baseUrl}/api. Fix: use that as the base URL.`,
    )
  })

  test('whose front end answers every path with a page, likewise', async () => {
    const { baseUrl } = await serve({
      below: '/api',
      others: ({ url }) =>
        new URL(url).pathname.startsWith('/api/')
          ? undefined
          : new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    })
    expect((await verify(baseUrl)).stderr).toContain(
      `/notes was found under ${baseUrl}/api. Fix: use that as the base URL.`,
    )
  })

  test('of another version is told', async () => {
    const document = (await JSON_DOCUMENT()).replace('"version":"1"', '"version":"2.0"')
    const { baseUrl } = await serve({
      others: ({ url }) => (url.endsWith('/openapi.json') ? new Response(document) : undefined),
    })
    const { status, stderr } = await verify(baseUrl)
    expect(stderr).toContain(
      `The server serves version 2.0 of its document (${baseUrl}/openapi.json); the document in use is version 1.`,
    )
    expect(status).toBe(0)
  })

  test('a failure in HTML is no wrong base URL', async () => {
    const { baseUrl } = await serve({
      others: ({ url, method }) =>
        method === 'GET' && url.endsWith('/notes')
          ? new Response('<html>', { status: 500, headers: { 'content-type': 'text/html' } })
          : undefined,
    })
    const { status, stdout } = await verify(baseUrl)
    expect(status).toBe(1)
    expect(stdout).toContain('status 500')
  })
})
