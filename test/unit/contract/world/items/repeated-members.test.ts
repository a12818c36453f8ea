import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const member = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, title: { type: 'string' } },
}

/**
 * Returns the lifecycle findings about a service that responds with 201 and the same member if the same body
 * is sent again.
 * @param idOf returns the service's name for a member.
 */
async function lifecycleOf(named: string, idOf = (said: string) => said): Promise<readonly string[]> {
  const document = await described({
    '/members': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: member }) },
      post: {
        operationId: 'add',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: [named], properties: { [named]: { type: 'string' } } },
            },
          },
        },
        responses: answers(member, { status: 201 }),
      },
    },
    '/members/{member_id}': {
      parameters: [inPath('member_id')],
      get: { operationId: 'read', responses: { ...answers(member), 404: { description: 'None' } } },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } },
    },
  })
  const all = new Map<string, { readonly id: string; readonly title: string }>()
  return outcomes(document, {
    rules: ['lifecycle'],
    answer: ({ method, url }, text) => {
      const [, , id = ''] = new URL(url).pathname.split('/')
      if (method === 'POST') {
        const said = String(JSON.parse(text)[named])
        const made = all.get(idOf(said)) ?? { id: idOf(said), title: 'A member' }
        all.set(made.id, made)
        return Response.json(made, { status: 201 })
      }
      if (method === 'DELETE') return new Response(null, { status: all.delete(id) ? 204 : 404 })
      if (id === '') return Response.json([...all.values()])
      const found = all.get(id)
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(found)
    },
  })
}

test('what a body calls as its path does is one thing, however often it is added', async () => {
  expect(await lifecycleOf('member_id')).toContain('lifecycle add: passed')
})

test('what only sounds like the path is another each time', async () => {
  expect(await lifecycleOf('member_id', (said) => `m-${said}`)).toContainEqual(
    expect.stringMatching(/^lifecycle add: a new item for a second, identical create request \|/),
  )
})

test('what it calls otherwise is another each time', async () => {
  expect(await lifecycleOf('nickname')).toContainEqual(
    expect.stringMatching(/^lifecycle add: a new item for a second, identical create request \|/),
  )
})
