import type { JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

const text = { type: 'string' } as const
const answer = { type: 'object', properties: { id: text, name: text } } as const
const groups = (body: JsonSchema) =>
  documentOf(
    [
      {
        ...{ operationId: 'createGroup', method: 'POST', path: '/groups' },
        resource: { name: 'groups', role: 'create' },
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: { 201: { content: { 'application/json': { schema: answer } } }, 400: {} },
      },
      {
        ...{ operationId: 'readGroup', method: 'GET', path: '/groups/{groupId}' },
        resource: { name: 'groups', role: 'read' },
        parameters: [{ name: 'groupId', in: 'path', required: true, schema: text }],
        responses: { 200: { content: { 'application/json': { schema: answer } } }, 404: {} },
      },
    ],
    {
      resources: [
        {
          ...{ name: 'groups', collection: '/groups', shownBy: 'readGroup', id: 'groupId', actions: [] },
          operations: { create: 'createGroup', read: 'readGroup' },
        },
      ],
    },
  )

/** Returns the bodies sent to a server that requires a property, and the outcomes. */
async function sentTo(body: JsonSchema, { asks, words }: { readonly asks: string; readonly words: string }) {
  const items = new Map<string, unknown>()
  const bodies: Readonly<Record<string, unknown>>[] = []
  const lines = await outcomes(groups(body), {
    rules: ['conformance', 'lifecycle'],
    answer: ({ method, url }, sent) => {
      const item = items.get(decodeURIComponent(new URL(url).pathname.split('/')[2] ?? ''))
      if (method !== 'POST') return Response.json(item ?? {}, { status: item === undefined ? 404 : 200 })
      const made = JSON.parse(sent)
      bodies.push(made)
      const id = made[asks]
      if (typeof id !== 'string') return Response.json({ exception: words }, { status: 400 })
      items.set(id, made)
      return Response.json(made, { status: 201 })
    },
  })
  return { bodies, lines }
}

describe('a member that a refusal asks for by name', () => {
  const words = 'Id cannot be null.'

  test('is sent, although its name says that the server makes it', async () => {
    const { bodies, lines } = await sentTo(
      { type: 'object', properties: { id: text, name: text } },
      { asks: 'id', words },
    )
    expect(bodies.map((body) => 'id' in body).slice(0, 2)).toEqual([false, true])
    expect(lines).toContain('conformance readGroup: passed')
  })

  test('has the value of the example first', async () => {
    const { bodies } = await sentTo(
      { type: 'object', properties: { id: { ...text, example: 'testgroup' }, name: text } },
      { asks: 'id', words },
    )
    expect(bodies[1]).toMatchObject({ id: 'testgroup' })
  })

  test('and that no body can have ends the search after three requests', async () => {
    const members = ['name', 'kind', 'note', 'place', 'colour'].map((name) => [name, text])
    const { bodies, lines } = await sentTo(
      { type: 'object', properties: Object.fromEntries(members) },
      { asks: 'secret', words: 'Secret cannot be null.' },
    )
    expect(bodies).toHaveLength(3)
    expect(lines.join('\n')).toContain(
      'createGroup returned 400 for every generated body: {"exception":"Secret cannot be null."}',
    )
  })
})
