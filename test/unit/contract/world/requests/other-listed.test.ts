import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const KINDS = ['table', 'chart', 'folder', 'link']
const sheet = {
  ...{ type: 'object', required: ['kind', 'title'] },
  properties: {
    id: { type: 'string', readOnly: true },
    kind: { type: 'string', enum: KINDS },
    title: { type: 'string', maxLength: 40 },
  },
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

/** A service that creates folders alone. @param refuse Answers a request for another kind. */
function serviceOf(refuse: (kind: string) => Response) {
  const sheets = new Map<string, object>()
  return ({ method, url }: Request, text: string): Response => {
    const [, , name = ''] = new URL(url).pathname.split('/')
    if (method === 'POST') {
      const made = { ...JSON.parse(text), id: `s${sheets.size}` }
      if (made.kind !== 'folder') return refuse(made.kind)
      sheets.set(made.id, made)
      return Response.json(made, { status: 201 })
    }
    const found = sheets.get(name)
    if (found === undefined) return Response.json({}, { status: 404 })
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
  }
}

test.each([
  ['crash', () => new Response('Internal Server Error', { status: 500 })],
  ['are refused', () => Response.json({ message: 'Not supported yet.' }, { status: 400 })],
  [
    'are named by the refusal',
    (kind: string) =>
      Response.json({ errors: [{ field: 'kind', message: `${kind} is off` }] }, { status: 422 }),
  ],
])('the other values of an enumeration are tried if the first ones %s', async (_, refuse) => {
  const document = await described({
    '/sheets': {
      post: {
        operationId: 'addSheet',
        requestBody: { required: true, content: { 'application/json': { schema: sheet } } },
        responses: { ...answers(sheet, { status: 201 }), 400: {}, 422: {} },
      },
    },
    '/sheets/{id}': {
      parameters: [id],
      get: { operationId: 'readSheet', responses: { ...answers(sheet), 404: {} } },
      delete: { operationId: 'dropSheet', responses: { 204: {}, 404: {} } },
    },
  })
  const lines = await outcomes(document, { rules: ['conformance'], answer: serviceOf(refuse) })
  expect(lines).toContain('conformance readSheet: passed')
  expect(lines).toContain('conformance dropSheet: passed')
})
