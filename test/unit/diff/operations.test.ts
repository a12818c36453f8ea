import { expect, test } from 'vitest'
import type { CompareOptions } from '../../../generator/diff/diff.ts'
import { changeSeverity } from '../../../generator/diff/kinds/kinds.ts'
import { compareDocuments } from './compare.ts'

const done = { 204: { description: 'Done' } }

/** "operation-moved GET /pets" */
async function told(old: object, now: object, options?: CompareOptions): Promise<readonly string[]> {
  return (await compareDocuments(old, now, options)).map(({ kind, label }) => `${kind} ${label}`)
}

const served = (servers: readonly string[], ...paths: readonly string[]) => ({
  servers: servers.map((url) => ({ url })),
  paths: Object.fromEntries(
    paths.map((path) => [path, { get: { operationId: path.split('/').at(-1), responses: done } }]),
  ),
})

test.each<[string, object, object, readonly string[]]>([
  [
    'a prefix of all paths that became part of the server',
    served(['https://a.test'], '/v1/pets', '/v1/owners'),
    served(['https://a.test/v1'], '/pets', '/owners'),
    [],
  ],
  [
    'the same of two servers',
    served(['https://a.test', '/'], '/v1/pets'),
    served(['https://a.test/v1', '/v1'], '/pets'),
    [],
  ],
  ['a slash at the end', served(['https://a.test/v1'], '/pets'), served(['https://a.test/v1/'], '/pets'), []],
  [
    'a host in capitals, and its port',
    served(['https://a.test'], '/pets'),
    served(['https://A.test:443/'], '/pets'),
    [],
  ],
  ['the root, and no server', served(['/'], '/pets'), { ...served([], '/pets'), servers: undefined }, []],
  [
    'a server that went when the prefix moved',
    served(['https://a.test', 'https://b.test'], '/v1/pets'),
    served(['https://a.test/v1'], '/pets'),
    ['server-removed server https://b.test'],
  ],
  [
    'a path that has the prefix now',
    served(['https://a.test'], '/v1/pets', '/health'),
    served(['https://a.test/v1'], '/pets', '/health'),
    ['server-removed server https://a.test', 'server-added server https://a.test/v1'],
  ],
  [
    'another prefix',
    served(['https://a.test'], '/v1/pets'),
    served(['https://a.test/v2'], '/pets'),
    ['operation-moved GET /pets'],
  ],
  [
    'another server',
    served(['https://a.test/v1'], '/pets'),
    served(['https://a.test/v2'], '/pets'),
    ['server-removed server https://a.test/v1', 'server-added server https://a.test/v2'],
  ],
])('URLs are compared, not texts: %s', async (_, old, now, expected) => {
  expect(await told({ ...old }, { ...now })).toEqual(expected)
})

test('a prefix of paths can count as nothing', async () => {
  const [old, now] = [served(['/'], '/v1/pets', '/v1'), served(['/'], '/api/v2/pets', '/api/v2')]
  expect(await told(old, now)).toContain('operation-moved GET /api/v2/pets')
  const found = await told(old, now, { stripPrefixes: ['/v1', '/api/v2/'] })
  expect(found.filter((text) => /^operation-(moved|removed|added)/.test(text))).toEqual([])
})

const body = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]))
const put = (content: object) => ({
  paths: {
    '/things': {
      put: {
        operationId: 'put',
        requestBody: { content },
        responses: { 200: { description: 'Done', content } },
      },
    },
  },
})

test.each<[readonly string[], readonly string[], readonly string[]]>([
  [['application/json'], ['application/json; charset=utf-8'], ['parameters-changed']],
  [['text/plain'], ['Text/Plain;charset=UTF-8'], ['parameters-changed']],
  [['multipart/mixed'], ['multipart/mixed; boundary=x'], ['parameters-changed']],
  [['application/json; charset=utf-8'], ['application/JSON;  charset=utf-8'], []],
  [['text/plain'], ['text/plain; charset=iso-8859-1'], ['removed', 'added']],
  [['application/a+json; version=1'], ['application/a+json; version=2'], ['removed', 'added']],
  [['image/*'], ['image/png', 'image/gif'], ['narrowed']],
  [['image/png', 'image/gif'], ['image/*'], ['widened']],
  [['*/*'], ['application/json'], ['narrowed']],
  [['image/*'], ['image/*', 'image/png'], ['added']],
])('media types are compared by what they say: %o to %o', async (old, now, expected) => {
  const changes = await compareDocuments(put(body(...old)), put(body(...now)))
  expect(changes.map(({ kind }) => kind)).toEqual(
    ['request', 'response'].flatMap((direction) => expected.map((name) => `${direction}-media-type-${name}`)),
  )
})

const responses = (of: Readonly<Record<string, object | undefined>>) => ({
  paths: {
    '/things': {
      get: {
        operationId: 'get',
        responses: Object.fromEntries(
          Object.entries(of).map(([status, schema]) => [
            status,
            { description: 'Done', ...(schema && { content: { 'application/json': { schema } } }) },
          ]),
        ),
      },
    },
  },
})
const text = { type: 'string' }

test.each<[string, object, object, readonly string[]]>([
  [
    'a default beside a redirect is a failure',
    responses({ 303: undefined }),
    responses({ 303: undefined, default: undefined }),
    ['failure-response-added the default response'],
  ],
  [
    'a default alone is the success',
    responses({}),
    responses({ default: text }),
    ['success-response-added the default response'],
  ],
  ['a success in a range is not new', responses({ '2XX': text }), responses({ 200: text, '2XX': text }), []],
  [
    'a success that the default was is not new',
    responses({ default: text }),
    responses({ 200: text, default: text }),
    [],
  ],
  [
    'what such a success answers is compared',
    responses({ '2XX': text }),
    responses({ 200: { type: 'integer' } }),
    ['success-response-removed response 2XX', 'response-type-changed body of response 200'],
  ],
])('%s', async (_, old, now, expected) => {
  expect(await told(old, now)).toEqual(expected)
})

test('properties where none were allowed warn, since only callers that validate see them', () => {
  expect(changeSeverity('response-property-added-to-closed-object')).toBe('warning')
  expect(changeSeverity('response-additional-properties-allowed')).toBe('warning')
})

test.each([
  ['2026-06-30', 'operation-removed-after-sunset', 'warning'],
  ['2026-06-29', 'operation-removed', 'error'],
] as const)('an operation may go from its sunset on: on %s it is %s', async (today, kind, severity) => {
  const get = { operationId: 'get', deprecated: true, 'x-sunset': '2026-06-30', responses: done }
  const [found] = await compareDocuments({ paths: { '/things': { get } } }, { paths: {} }, { today })
  expect(found?.kind).toBe(kind)
  expect(changeSeverity(kind)).toBe(severity)
})
