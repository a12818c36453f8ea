import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const tag = { type: 'object', required: ['id'], properties: { id: text, title: text, colour: text } }
const input = {
  type: 'object',
  required: ['title'],
  properties: { title: { ...text, example: 'Important' }, colour: text },
}

test.each([
  ['/tags', 0],
  ['/tag', 1],
])('a create at %s whose example names an item of others is sent with new names (%i)', async (path, most) => {
  const document = await described({
    '/tags': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: tag }) },
    },
    [path]: {
      ...(path === '/tags' && {
        get: { operationId: 'list', responses: answers({ type: 'array', items: tag }) },
      }),
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema: input } } },
        responses: answers(tag, { status: 201 }),
      },
    },
    [`${path}/{id}`]: {
      parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
      get: { operationId: 'read', responses: { ...answers(tag), 404: { description: 'None.' } } },
      delete: {
        operationId: 'remove',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
      },
    },
  })
  const theirs = { id: 'their-tag-1', title: 'Important' }
  const tags = new Map<string, { readonly id: string; readonly title: string }>([['their-tag-1', theirs]])
  let made = 0
  let changed = 0
  // A second create with the same title changes the tag.
  const fetch = async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split('/')[2]
    const found = tags.get(id ?? '')
    if (request.method === 'DELETE') return new Response(null, { status: tags.delete(id ?? '') ? 204 : 404 })
    if (request.method !== 'POST' && id === undefined) return Response.json([...tags.values()])
    if (request.method !== 'POST') return Response.json(found ?? {}, { status: found ? 200 : 404 })
    const sent = Object(await request.json().catch(() => ({})))
    if (typeof sent.title !== 'string') return new Response(null, { status: 422 })
    const same = [...tags.values()].find(({ title }) => title === sent.title)
    if (same?.id === theirs.id) changed++
    const kept = { ...(same ?? { id: `t${++made}` }), ...sent }
    tags.set(kept.id, kept)
    return Response.json(kept, { status: 201 })
  }
  await runContract({ document, target: { baseUrl: 'http://tags.test', fetch }, inventory: true })
  expect(made).toBeGreaterThan(3)
  // Only a response shows that another path lists what this one creates.
  expect([[...tags.keys()], changed]).toEqual([[theirs.id], most])
})
