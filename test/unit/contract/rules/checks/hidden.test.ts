import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const OURS = 'ours-123456789'
const THEIRS = 'theirs-123456789'
const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer', readOnly: true }, text: { type: 'string' } },
}
const none = { 401: { description: 'No key.' }, 404: { description: 'No such note.' } }

/** Notes of tenants; `responses` documents more refusals of a read. */
const notesWith = (responses: object) =>
  described(
    {
      '/notes': {
        post: {
          operationId: 'addNote',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { ...note, required: ['text'] } } },
          },
          responses: { ...answers(note, { status: 201 }), 401: { description: 'No key.' } },
        },
      },
      '/notes/{note_id}': {
        parameters: [{ name: 'note_id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'getNote', responses: { ...answers(note), ...none, ...responses } },
        delete: {
          operationId: 'dropNote',
          responses: { 204: { description: 'Gone.' }, ...none, 403: { description: 'Not yours.' } },
        },
      },
    },
    {
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  )

/** Notes that are answered with this status to the other tenant. */
async function told(status: number, responses: object = {}): Promise<string[]> {
  const notes = new Map<number, { readonly id: number; readonly of: string }>()
  const found = await outcomes(await notesWith(responses), {
    rules: ['tenancy'],
    credentials: { bearer: OURS },
    otherCredentials: { bearer: THEIRS },
    answer: ({ method, url, headers }, text) => {
      const of = headers.get('authorization') ?? ''
      if (![OURS, THEIRS].some((key) => of.endsWith(key))) return new Response(null, { status: 401 })
      if (method === 'POST') {
        const made = { ...JSON.parse(text), id: notes.size + 1 }
        notes.set(made.id, { ...made, of })
        return Response.json(made, { status: 201 })
      }
      const id = Number(new URL(url).pathname.split('/').at(-1))
      const own = notes.get(id)
      if (own?.of !== of) return new Response(null, { status: own === undefined ? 404 : status })
      if (method === 'DELETE') notes.delete(id)
      return method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json({ ...own, of: undefined })
    },
  })
  return found.filter((line) => line.includes('Note') && line.includes('getNote'))
}

test('404 for an item of another tenant breaks nothing', async () => {
  expect(await told(404)).toEqual(['tenancy getNote: passed'])
})

test.each([{ 403: { description: 'Not yours.' } }, { default: { description: 'An error.' } }])(
  'a documented 403 breaks nothing: %o',
  async (responses) => {
    expect(await told(403, responses)).toEqual(['tenancy getNote: passed'])
  },
)

test('an undocumented 403 shows that there is something', async () => {
  expect(await told(403)).toEqual([
    "tenancy getNote: status 404, as for an unknown item, with another tenant's credential | status 403",
  ])
})
