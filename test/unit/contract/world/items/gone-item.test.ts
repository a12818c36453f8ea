import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const member = {
  type: 'object',
  required: ['id', 'login'],
  properties: { id: { type: 'integer' }, login: { type: 'string' } },
}
const invitation = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

/**
 * Returns the isolation outcome for a service that uses logins in paths and has numbers in lists. A deletion
 * removes `more` additional members.
 */
async function isolationOf(more: number): Promise<string | undefined> {
  const document = await described({
    '/members': { get: { operationId: 'list', responses: answers({ type: 'array', items: member }) } },
    '/members/{username}': {
      parameters: [{ name: 'username', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'check', responses: { 204: { description: 'One' }, 404: { description: 'None' } } },
      put: { operationId: 'add', responses: answers(invitation, { status: 201 }) },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } },
    },
  })
  let made = 100
  const all = ['one', 'two', 'three', 'four', 'five'].map((login) => ({ id: ++made, login }))
  const lines = await outcomes(document, {
    rules: ['isolation'],
    answer: ({ method, url }) => {
      const [, , login] = new URL(url).pathname.split('/')
      if (login === undefined) return Response.json(all)
      const index = all.findIndex((each) => each.login === decodeURIComponent(login))
      if (method === 'PUT') {
        if (index < 0) all.push({ id: ++made, login: decodeURIComponent(login) })
        return Response.json({ id: ++made }, { status: 201 })
      }
      if (index < 0) return new Response(null, { status: 404 })
      if (method === 'DELETE') {
        all.splice(index, 1)
        all.splice(0, more)
      }
      return new Response(null, { status: 204 })
    },
  })
  return lines.find((line) => line.startsWith('isolation remove:'))
}

test('what a list calls otherwise than paths do may be the one that went', async () => {
  expect(await isolationOf(0)).toBe('isolation remove: passed')
})

test('two that went are one too many', async () => {
  expect(await isolationOf(1)).toMatch(
    /^isolation remove: every other item to remain in GET \/members after DELETE \/members\/\{username\}/,
  )
})
