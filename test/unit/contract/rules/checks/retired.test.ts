import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const name = { type: 'string', maxLength: 20 }
const User = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'string' }, name } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

/** Returns the outcome for a DELETE that keeps its item, with this name and summary. */
async function outcomeOf(operationId: string, summary: string): Promise<string | undefined> {
  const document = await described({
    '/users': {
      post: {
        operationId: 'addUser',
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', required: ['name'], properties: { name } } },
          },
        },
        responses: answers(User, { status: 201 }),
      },
    },
    '/users/{id}': {
      parameters: [id],
      get: { operationId: 'readUser', responses: answers(User) },
      delete: { operationId, summary, responses: { '204': { description: 'Done' } } },
    },
  })
  const users = new Map<string, object>()
  const lines = await outcomes(document, {
    rules: ['lifecycle/deleted'],
    answer: ({ method, url }, text) => {
      if (method === 'POST') {
        const user = { id: `u${users.size}`, name: JSON.parse(text).name }
        users.set(user.id, user)
        return Response.json(user, { status: 201 })
      }
      const user = users.get(new URL(url).pathname.split('/').at(-1) ?? '')
      if (user === undefined) return new Response(null, { status: 404 })
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(user)
    },
  })
  return lines.find((line) => line.startsWith(`lifecycle ${operationId}`))
}

test.each([
  ['removeUser', 'Deactivates a user'],
  ['archiveUser', ''],
])('a user that %s only retires stays', async (operationId, summary) => {
  expect(await outcomeOf(operationId, summary)).toMatch(
    /not run, because the name or summary of .* not removed/,
  )
})

test('a user that was removed does not stay', async () => {
  expect(await outcomeOf('removeUser', 'Removes an archived user')).toMatch(/status 404 from GET/)
})
