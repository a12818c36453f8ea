import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const problem = (status: number) => ({ [status]: { description: 'Refused' } })
const refuse = (status: number) => () => Response.json({ message: 'No.' }, { status })

async function run(
  path: string,
  { refusals, status, query = [] }: { refusals: object; status: number; query?: readonly object[] },
): Promise<string> {
  const read = {
    operationId: 'readPart',
    parameters: [id, ...query],
    responses: { ...answers({ type: 'object' }), ...refusals },
  }
  const lines = await outcomes(await described({ [path]: { get: read } }), {
    rules: ['conformance'],
    answer: refuse(status),
    pathParameters: { id: 'seven' },
  })
  return lines.join()
}

test('a part of an item may be refused for what the item holds, where the document has the refusal', async () => {
  const reason =
    "conformance readPart: not run, because readPart returned the documented 400; the request only identifies an item, so the item's data might be the reason"
  expect(await run('/charts/{id}/data', { refusals: problem(400), status: 400 })).toContain(reason)
  const finding = /^conformance readPart: status 200 \| status 400/
  expect(await run('/charts/{id}/data', { refusals: {}, status: 400 })).toMatch(finding)
  expect(await run('/charts/{id}', { refusals: problem(400), status: 400 })).toMatch(finding)
  const query = [{ name: 'kind', in: 'query', required: true, schema: { enum: ['a', 'b'] } }]
  expect(await run('/charts/{id}/data', { refusals: problem(400), status: 400, query })).toMatch(finding)
})

test('a name that a person gave for every operation may be unknown to one that documents 404', async () => {
  expect(await run('/columns/{id}', { refusals: problem(404), status: 404 })).toBe(
    'conformance readPart: not run, because readPart returned 404 for the given "seven", which might exist only for other operations; provide a value that exists for this operation',
  )
  expect(await run('/columns/{id}', { refusals: {}, status: 404 })).toMatch(
    /^conformance readPart: status 200 \| status 404/,
  )
})

const text = { type: 'string' }
const inPath = (name: string, schema: object = text) => ({ name, in: 'path', required: true, schema })
const object = (properties: object) => ({ type: 'object', properties })

/**
 * Returns a document in which paths identify notes by the slug of their type, which no operation lists, and
 * by name.
 */
function notesDocument(slug: object) {
  const note = object({ name: text })
  return described({
    '/days': {
      get: {
        operationId: 'listDays',
        responses: answers({ type: 'array', items: object({ slug: text }) }),
      },
    },
    '/types/slug/{slug}/notes/name/{note_name}': {
      get: {
        operationId: 'readByName',
        parameters: [inPath('slug', slug), inPath('note_name')],
        responses: answers(note),
      },
    },
    '/notes': {
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: { 'application/json': { schema: note } } },
        responses: answers(note, { status: 201 }),
      },
    },
    '/notes/{note_name}': {
      delete: {
        operationId: 'deleteNote',
        parameters: [inPath('note_name')],
        responses: { 204: { description: 'Gone' } },
      },
    },
  })
}

test.each([
  { slug: 'memo', schema: text, outcome: ': passed' },
  { slug: 'letter', schema: text, outcome: 'returned 404; the server accepted no value for "slug"' },
  { slug: 'memo', schema: { ...text, example: 'poem' }, outcome: ': passed' },
  {
    slug: 'letter',
    schema: { ...text, example: 'poem' },
    outcome: 'returned 404 for a path value that is made up or comes only from the document',
  },
  {
    slug: 'letter',
    schema: { ...text, example: 'poem' },
    status: 400,
    outcome: 'returned 400 for a path value that is made up or comes only from the document',
  },
])('one part of a path names what the run made, another one may name nothing: $outcome', async (example) => {
  const { slug, schema, status = 404, outcome } = example
  const notes = new Set<string>()
  const serve = ({ method, url }: Request, body: string): Response => {
    const [collection, ...rest] = new URL(url).pathname.slice(1).split('/')
    if (collection === 'days') return Response.json([{ slug: 'monday' }, { slug: 'memo' }])
    if (method === 'POST') {
      const note = JSON.parse(body)
      notes.add(note.name)
      return Response.json(note, { status: 201 })
    }
    const name = decodeURIComponent(rest.at(-1) ?? '')
    if (!notes.has(name) || (method === 'GET' && rest[1] !== slug))
      return Response.json({ detail: 'Not found' }, { status })
    if (method === 'GET') return Response.json({ name })
    notes.delete(name)
    return new Response(null, { status: 204 })
  }
  const lines = await outcomes(await notesDocument(schema), { rules: ['conformance'], answer: serve })
  expect(lines.find((line) => line.includes('readByName'))).toContain(outcome)
})
