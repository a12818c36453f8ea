import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', properties })
const name = { name: 'prompt', in: 'path', required: true, schema: text }

test('a create that answers the first version of an item is told by the list where nothing reads items', async () => {
  const body = { ...object({ name: text }), required: ['name'] }
  const document = await described({
    '/prompts': {
      get: {
        operationId: 'list',
        responses: answers(object({ data: { type: 'array', items: object({}) } })),
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: answers(object({ data: object({ id: text }) })),
      },
    },
    '/prompts/{prompt}': {
      delete: { operationId: 'remove', parameters: [name], responses: { 204: {}, 404: {}, 422: {} } },
    },
  })
  const prompts = new Map<string, string>([['p0', 'theirs']])
  let last = 0
  const { leftBehind } = await runContract({
    document,
    select: { rules: ['conformance'] },
    target: {
      baseUrl: 'http://small.test',
      async fetch(request) {
        const [, , prompt = ''] = new URL(request.url).pathname.split('/')
        if (request.method === 'POST') {
          prompts.set(`p${++last}`, Object(await request.json()).name)
          return Response.json({ data: { id: `version-${last}` } })
        }
        if (request.method === 'GET')
          return Response.json({ data: [...prompts].map(([id, called]) => ({ id, name: called })) })
        if (!/^p\d+$/.test(prompt)) return Response.json({}, { status: 422 })
        return new Response(null, { status: prompts.delete(prompt) ? 204 : 404 })
      },
    },
  })
  expect(last).toBeGreaterThan(0)
  expect([...prompts]).toEqual([['p0', 'theirs']])
  expect(leftBehind).toEqual([])
})
