import { expect, test } from 'vitest'
import { answers, described } from '../../../support/described.ts'
import { outcomes } from '../../../support/small-service.ts'

const host = { type: 'string' }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const requestBody = {
  content: { 'application/json': { schema: { type: 'object', properties: { host } } } },
}
const Settings = { type: 'object', properties: { id: { type: 'string' }, host } }

/** A server with one record of settings, which a change affects whatever its path names. */
async function changesOf(
  collection: string,
  rules: readonly string[] = ['unknown-id', 'negative'],
): Promise<readonly string[]> {
  const document = await described({
    [`/${collection}`]: {
      get: { operationId: 'list', responses: answers({ type: 'array', items: Settings }) },
      post: { operationId: 'create', requestBody, responses: answers(Settings, { status: 201 }) },
    },
    [`/${collection}/{id}`]: {
      parameters: [id],
      patch: {
        operationId: 'change',
        requestBody,
        responses: { ...answers(Settings), '404': { description: 'No such settings' } },
      },
    },
  })
  const changes: string[] = []
  await outcomes(document, {
    rules,
    disposable: false,
    answer: (request) => {
      if (request.method === 'GET') return Response.json([{ id: 'only', host: 'mail.example' }])
      if (request.method === 'POST') return Response.json({}, { status: 400 })
      changes.push(request.method)
      return Response.json({ id: 'only', host: '' })
    },
  })
  return changes
}

test('a name that does not exist permits no change with an effect outside the API', async () => {
  expect(await changesOf('email-configurations')).toEqual([])
})

test('a name that does not exist permits other changes', async () => {
  expect(await changesOf('notes')).toContain('PATCH')
})

test('after one that the server performed, it permits none', async () => {
  const rules = ['unknown-id', 'negative', 'leniency', 'generated', 'robustness']
  expect(await changesOf('notes', rules)).toHaveLength(1)
})
