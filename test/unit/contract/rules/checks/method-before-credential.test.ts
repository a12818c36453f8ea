import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const Blob = { type: 'object', properties: { id: { type: 'string' } } }

/** Returns the findings of a server that answers callers without a credential with a status. */
async function findings(status: number): Promise<readonly string[]> {
  const document = await described(
    {
      '/blobs/{id}': { parameters: [id], get: { operationId: 'read', responses: answers(Blob) } },
    },
    {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    },
  )
  const lines = await outcomes(document, {
    rules: ['authentication'],
    credentials: { key: 'right' },
    answer: ({ headers }) =>
      headers.get('authorization') === 'Bearer right'
        ? Response.json({ id: 'one' })
        : new Response(null, { status, headers: { allow: 'GET' } }),
  })
  return lines.filter((line) => line.includes('instead of') || line.includes(' | '))
}

test('a server can choose the method before it reads the credential', async () => {
  expect(await findings(405)).toEqual([])
})

test('a server that finds fault with the content has let the caller in', async () => {
  expect(await findings(422)).not.toEqual([])
})
