import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const note = { type: 'object', required: ['id', 'title'], properties: { id: text, title: text, state: text } }
const shown = {
  type: 'object',
  properties: { state: text, author: { type: 'object', properties: { id: text } }, note },
}

/**
 * Returns notes in envelopes that also contain their author. @param copied returns the response to copying a
 * note.
 */
async function notes(copied: (note: object) => object) {
  const parameters = [{ name: 'noteId', in: 'path', required: true, schema: text }]
  const body = { type: 'object', required: ['title'], properties: { title: text } }
  const requestBody = { required: true, content: { 'application/json': { schema: body } } }
  const missing = { 404: { description: 'Not there.' } }
  const document = await described({
    '/notes': {
      get: { operationId: 'listNotes', responses: answers({ type: 'array', items: note }) },
      post: { operationId: 'addNote', requestBody, responses: answers(shown, { status: 201 }) },
    },
    '/notes/{noteId}': {
      parameters,
      get: { operationId: 'readNote', responses: { ...answers(shown), ...missing } },
      delete: { operationId: 'removeNote', responses: { 204: { description: 'Gone.' }, ...missing } },
    },
    '/notes/{noteId}/copy': {
      parameters,
      post: { operationId: 'copyNote', responses: { ...answers(shown), ...missing } },
    },
  })
  const kept = new Map<string, object>()
  const around = (note: object) => ({ state: 'kept', author: { id: 'anyone' }, note })
  const answer = (request: Request, sent: string): Response => {
    const [, , id = '', isCopy] = new URL(request.url).pathname.split('/')
    const { method } = request
    if (id === '' && method === 'GET') return Response.json([...kept.values()])
    if (id === '') {
      const made = { id: `note-${kept.size + 1}`, ...JSON.parse(sent) }
      kept.set(made.id, made)
      return Response.json(around(made), { status: 201 })
    }
    const note = kept.get(id)
    if (note === undefined) return Response.json({}, { status: 404 })
    if (isCopy !== undefined) return Response.json(copied(note))
    if (method === 'GET') return Response.json(around(note))
    kept.delete(id)
    return new Response(null, { status: 204 })
  }
  return { lines: await outcomes(document, { answer, rules: ['agreement', 'lifecycle'] }), kept }
}

test('an item is named by its own member, and not by that of what stands before it in the answer', async () => {
  const { lines, kept } = await notes((note) => ({ state: 'kept', note }))
  expect(lines).toContain('lifecycle addNote: passed')
  expect(kept.size).toBe(0)
})

test('an action that returns another item is not compared with this one, whatever stands beside it', async () => {
  const { lines } = await notes((note) => ({ state: 'copied', note: { ...note, id: 'copy-1' } }))
  expect(lines.filter((line) => line.startsWith('agreement copyNote'))).toEqual([
    'agreement copyNote: not run, because copyNote returns another item',
  ])
})

test('a member that is of the format of the path parameter names an item, also in an envelope', async () => {
  const uuid = { type: 'string', format: 'uuid' }
  const crate = { type: 'object', properties: { label: text, serial: uuid } }
  const within = { type: 'object', properties: { data: crate, took: { type: 'integer' } } }
  const body = { type: 'object', required: ['label'], properties: { label: text } }
  const requestBody = { required: true, content: { 'application/json': { schema: body } } }
  const missing = { 404: { description: 'Not there.' } }
  const document = await described({
    '/crates': {
      post: { operationId: 'addCrate', requestBody, responses: answers(within, { status: 201 }) },
    },
    '/crates/{which}': {
      parameters: [{ name: 'which', in: 'path', required: true, schema: uuid }],
      get: { operationId: 'readCrate', responses: { ...answers(within), ...missing } },
      delete: { operationId: 'removeCrate', responses: { 204: { description: 'Gone.' }, ...missing } },
    },
  })
  const kept = new Map<string, object>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const serial = url.split('/')[4] ?? crypto.randomUUID()
    if (method === 'POST') kept.set(serial, { serial, ...JSON.parse(sent) })
    const data = kept.get(serial)
    if (data === undefined) return Response.json({}, { status: 404 })
    if (method === 'DELETE') kept.delete(serial)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json({ data, took: 1 }, { status: method === 'POST' ? 201 : 200 })
  }
  const lines = await outcomes(document, { answer, rules: ['lifecycle'] })
  expect(lines).toContain('lifecycle removeCrate: passed')
  expect(kept.size).toBe(0)
})
