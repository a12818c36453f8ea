import type { DocumentDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

const KEYS = { main: 'k-main-1', reader: 'k-reader-1' }

/** Returns a document with things that can be listed and created, with these scopes. */
function things(scopes: { readonly read: string[]; readonly write: string[] }): DocumentDescriptor {
  const resource = (role: 'list' | 'create') => ({ name: 'things', role })
  return documentOf(
    [
      {
        operationId: 'listThings',
        method: 'GET',
        path: '/things',
        responses: { '200': {}, '401': {}, '403': {} },
        security: [{ key: scopes.read }],
        resource: resource('list'),
      },
      {
        operationId: 'makeThing',
        method: 'POST',
        path: '/things',
        responses: { '201': {}, '401': {}, '403': {} },
        security: [{ key: scopes.write }],
        resource: resource('create'),
      },
    ],
    {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      resources: [
        {
          name: 'things',
          collection: '/things',
          operations: { list: 'listThings', create: 'makeThing' },
          actions: [],
        },
      ],
    },
  )
}

/** Runs the rules on a service that lets the reader write if `isLenient`. */
const run = (document: DocumentDescriptor, { isLenient }: { isLenient: boolean }) =>
  outcomes(document, {
    credentials: { key: KEYS.main },
    readerCredentials: { key: KEYS.reader },
    rules: ['authentication', 'scopes'],
    answer: ({ method, headers }) => {
      const key = headers.get('authorization')?.replace('Bearer ', '')
      if (key !== KEYS.main && key !== KEYS.reader)
        return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
      const isRefused = key === KEYS.reader && method === 'POST' && !isLenient
      return new Response(null, { status: isRefused ? 403 : method === 'POST' ? 201 : 200 })
    },
  })

describe('a key that may only read', () => {
  const plain = things({ read: [], write: [] })
  const scoped = things({ read: ['thing:read'], write: ['thing:write'] })

  test('is refused each write, where the document has no scopes too', async () => {
    for (const document of [plain, scoped])
      expect(
        (await run(document, { isLenient: false })).filter((line) => !line.endsWith(': passed')),
      ).toEqual([])
  })

  test('and a server that takes its writes is found out', async () => {
    expect((await run(plain, { isLenient: true })).filter((line) => !line.endsWith(': passed'))).toEqual([
      'authentication makeThing: status 403 with a read-only key | status 201',
    ])
    expect((await run(scoped, { isLenient: true })).filter((line) => !line.endsWith(': passed'))).toEqual([
      'scopes makeThing: status 403 with a read-only key | status 201',
    ])
  })

  test('is refused no read, unless the document says that it may be', async () => {
    const withoutRefusal = {
      ...plain,
      operations: plain.operations.map((operation) => ({
        ...operation,
        responses: { '200': {}, '201': {}, '401': {} },
      })),
    }
    const refusingReaders = (document: DocumentDescriptor) =>
      outcomes(document, {
        credentials: { key: KEYS.main },
        readerCredentials: { key: KEYS.reader },
        rules: ['authentication'],
        answer: ({ method, headers }) => {
          const key = headers.get('authorization')?.replace('Bearer ', '')
          if (key !== KEYS.main && key !== KEYS.reader)
            return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
          return new Response(null, { status: key === KEYS.reader ? 403 : method === 'POST' ? 201 : 200 })
        },
      })
    expect(await refusingReaders(plain)).toContain('authentication listThings: passed')
    expect(await refusingReaders(withoutRefusal)).toContain(
      'authentication listThings: success with a read-only key, because no 403 is documented | status 403',
    )
  })

  test('is refused an action that the document says to change something', async () => {
    const action = documentOf(
      [
        {
          operationId: 'publishThing',
          method: 'POST',
          path: '/publication',
          responses: { '200': {}, '401': {}, '403': {} },
          security: [{ key: [] }],
          effect: { set: { published: true } },
        },
      ],
      { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    )
    expect(await run(action, { isLenient: false })).toEqual(['authentication publishThing: passed'])
    expect(await run(action, { isLenient: true })).toEqual([
      'authentication publishThing: status 403 with a read-only key | status 201',
    ])
  })
})
