import { isObject } from '@concordat/runtime/json'
import { describe, expect, test } from 'vitest'
import { KEYS, serve } from '../../../../stand-ins/styles/style.ts'
import { descriptorOf } from '../../../../stand-ins/styles/styles.ts'
import { urns } from '../../../../stand-ins/styles/urns.ts'
import { outcomes } from '../../support/small-service.ts'

/** Returns the verdicts on a correct service to whose responses headers with URLs are added. */
async function told(
  headersOf: (asked: { method: string; path: string; urn: string }) => HeadersInit,
  linksOf: (urn: string) => object = () => ({}),
) {
  const document = await descriptorOf(urns.document)
  const own = serve(document, urns.start())
  return outcomes(document, {
    async fetch(request) {
      const answer = await own(request)
      if (!answer.ok || answer.body === null) return answer
      const { method } = request
      const body = await answer.json()
      const path = new URL(request.url).pathname
      for (const [name, value] of new Headers(headersOf({ method, path, urn: String(Object(body).urn) })))
        answer.headers.set(name, value)
      const links =
        isObject(body) && method === 'GET' && path !== '/parts' ? linksOf(String(body['urn'])) : {}
      return Response.json(isObject(body) ? { ...body, ...links } : body, answer)
    },
    credentials: { key: KEYS.ada },
    rules: ['agreement'],
  })
}

const findings = (lines: readonly string[]) =>
  lines.filter((line) => line.includes(' whose URL returns the expected content'))

describe('a Content-Location', () => {
  test('may be the address of the item that the answer shows', async () => {
    const lines = await told(({ urn }) => ({
      'content-location': urn === 'undefined' ? '/parts' : `/parts/${urn}`,
    }))
    expect(lines.filter((line) => line.endsWith('passed')).length).toBeGreaterThan(3)
    expect(findings(lines)).toEqual([])
  })

  test.each(['create', 'read'])('of a %s leads to nothing', async (what) => {
    const lines = await told(({ method, path, urn }): HeadersInit => {
      const isIt =
        what === 'create' ? method === 'POST' && path === '/parts' : method === 'GET' && path !== '/parts'
      return isIt ? { 'content-location': `/pieces/${urn}` } : {}
    })
    expect(findings(lines)).toEqual([
      expect.stringMatching(
        /^agreement (addPart|readPart): a Content-Location whose URL returns the expected content \| http\S+\/pieces\/\S+, which returns 404$/,
      ),
    ])
  })
})

describe('a Link', () => {
  test('to the item itself, and to pages that can be read, is right; other relations are not asked for', async () => {
    const lines = await told(({ path }) => ({
      link: `<${path}>; rel="self", <${path}?page=1>; rel=first, </nowhere>; rel="help"`,
    }))
    expect(findings(lines)).toEqual([])
  })

  test('at another host is not asked for', async () => {
    expect(findings(await told(() => ({ link: '<http://elsewhere.test/1>; rel="self"' })))).toEqual([])
  })

  test('to a last page that is not there is found', async () => {
    const lines = await told(
      ({ method, path }): HeadersInit =>
        method === 'GET' && path === '/parts' ? { link: '</all-parts?page=9>; rel="last"' } : {},
    )
    expect(findings(lines)).toEqual([
      'agreement listParts: a Link to "last" whose URL returns the expected content | http://small.test/all-parts?page=9, which returns 404',
    ])
  })
})

describe('a link in an item', () => {
  const lines = async (linksOf: (urn: string) => object) => findings(await told(() => ({}), linksOf))

  test('may lead to what the document has, elsewhere, or nowhere that the document knows', async () => {
    const own = (urn: string) => ({
      links: {
        self: `/parts/${urn}`,
        parts: { href: '/parts' },
        help: '/help',
        other: 'http://elsewhere.test/parts/1',
        object: 'list',
      },
    })
    expect(await lines(own)).toEqual([])
    const listed = { object: 'list', data: [], has_more: false, url: '/parts/all/links' }
    expect(await lines(() => ({ links: listed }))).toEqual([])
    expect(
      await lines((urn) => ({ _links: { item: { href: `/parts/${urn}{?fields}`, templated: true } } })),
    ).toEqual([])
  })

  test.each(['links', '_links'])('in "%s" that repeats its path is found, once', async (name) => {
    const found = await lines((urn) => ({
      [name]: { self: { href: `/parts/parts/${urn}` }, parts: { href: '/parts/parts/all' } },
    }))
    expect(found).toEqual([
      expect.stringMatching(/^agreement readPart: a body link named "self" whose URL .* which returns 404$/),
    ])
  })
})
