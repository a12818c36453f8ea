import { createMock } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const cat = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }

test('a list whose pages a Link header names has this header even where the response omits it', async () => {
  const document = await described({
    '/cats': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }],
        responses: answers({ type: 'array', items: cat }),
      },
    },
  })
  const paged: DocumentDescriptor = {
    ...document,
    operations: document.operations.map((operation) => ({
      ...operation,
      list: { items: [], limit: 'limit', pages: { next: { from: 'header', name: 'Link' } } },
    })),
  }
  const mock = createMock(paged)
  const read = (url: string) => mock(new Request(url))
  const first = await read('http://mock.test/cats?limit=2')
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
  const last = await read(next)
  expect([await first.json(), await last.json()].flat()).toEqual(
    await (await read('http://mock.test/cats')).json(),
  )
  expect(last.headers.get('link')).toMatch(/rel="prev"$/)
})
