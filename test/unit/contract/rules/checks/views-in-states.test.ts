import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const note = {
  type: 'object',
  required: ['id', 'name', 'words'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string' },
    words: { type: 'integer', readOnly: true },
  },
}
const none = { 404: { description: 'None.' } }
const named = (required: readonly string[]) => ({
  required: true,
  content: {
    'application/json': { schema: { type: 'object', required, properties: { name: { type: 'string' } } } },
  },
})

const document = described({
  '/notes': {
    get: { operationId: 'listNotes', responses: answers({ type: 'array', items: note }) },
    post: { operationId: 'addNote', requestBody: named(['name']), responses: answers(note, { status: 201 }) },
  },
  '/notes/{note}': {
    parameters: [{ name: 'note', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'getNote', responses: { ...answers(note), ...none } },
    patch: { operationId: 'changeNote', requestBody: named([]), responses: { ...answers(note), ...none } },
  },
})

interface Note {
  readonly id: string
  readonly name: string
  readonly words: number
  readonly changes: number
}

/** @param seen What a list shows of a note. Each list is the `lists`th. */
function service(seen: (note: Note, lists: number) => object) {
  const notes = new Map<string, Note>()
  let lists = 0
  const shown = ({ changes: _, ...one }: Note) => one
  return ({ method, url }: Request, sent: string): Response => {
    const id = new URL(url).pathname.split('/')[2]
    if (id === undefined && method === 'GET') {
      lists++
      return Response.json([...notes.values()].map((one) => ({ ...shown(one), ...seen(one, lists) })))
    }
    const old = id === undefined ? undefined : notes.get(id)
    if (id !== undefined && old === undefined) return new Response(null, { status: 404 })
    if (method === 'GET' && old !== undefined) return Response.json(shown(old))
    const { name = old?.name } = JSON.parse(sent)
    const changes = old === undefined ? 0 : old.changes + 1
    const made = { id: id ?? `n${notes.size + 1}`, name, words: String(name).length, changes }
    notes.set(made.id, made)
    return Response.json(shown(made), { status: old === undefined ? 201 : 200 })
  }
}

const told = async (seen: Parameters<typeof service>[0]) =>
  outcomes(await document, { answer: service(seen), rules: ['conformance', 'lifecycle', 'agreement'] })

test('a list that differs from a read in one state of an item is told, whatever rule led the item there', async () => {
  expect(await told(({ changes, words }) => ({ words: changes > 0 ? 0 : words }))).toContainEqual(
    expect.stringMatching(/: "words" as GET \/notes returned it: 0 \| [1-9]\d* from GET \/notes\/\{note\}$/),
  )
})

test('a list that is updated a moment later is not', async () => {
  let late: number | undefined
  const seen = ({ changes, words }: Note, lists: number) => {
    if (changes > 0) late ??= lists
    return { words: changes > 0 && lists === late ? 0 : words }
  }
  const lines = await told(seen)
  expect(lines.filter((line) => !line.endsWith(': passed') && !line.includes('not run'))).toEqual([])
})

test('a number that changes with every read is not', async () => {
  let reads = 0
  const lines = await told(({ words }) => ({ words: words + 1000 - ++reads }))
  expect(lines.filter((line) => line.startsWith('lifecycle') && line.includes('"words"'))).toEqual([])
})

test('views that agree in all states are not', async () => {
  const lines = await told(() => ({}))
  expect(lines.filter((line) => !line.endsWith(': passed') && !line.includes('not run'))).toEqual([])
})
