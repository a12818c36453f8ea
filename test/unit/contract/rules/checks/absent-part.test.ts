import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const Boat = { type: 'object', properties: { id: { type: 'string' } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

/** The outcome of a read of the anchor of somebody's boat, which has none. */
async function ofAnchor(responses: object): Promise<string | undefined> {
  const document = await described({
    '/boats': { get: { operationId: 'list', responses: answers({ type: 'array', items: Boat }) } },
    '/boats/{id}': { parameters: [id], get: { operationId: 'read', responses: answers(Boat) } },
    '/boats/{id}/anchor': {
      parameters: [id],
      get: { operationId: 'anchor', responses: { ...answers(Boat), ...responses } },
    },
  })
  const all = await outcomes(document, {
    rules: ['conformance'],
    answer: ({ url }) => {
      if (url.endsWith('/anchor')) return Response.json({ message: 'It has none.' }, { status: 404 })
      return Response.json(url.endsWith('/boats') ? [{ id: 'nina-7' }] : { id: 'nina-7' })
    },
  })
  return all.find((line) => line.startsWith('conformance anchor'))
}

test('an existing item may lack a part if the document covers a 404', async () => {
  for (const key of ['404', 'default'])
    expect(await ofAnchor({ [key]: { description: 'There is none.' } })).toContain('not run')
  expect(await ofAnchor({})).toMatch(/\| status 404|status 404/)
})
