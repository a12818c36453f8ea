import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1, maxLength: 60 }
const note = {
  type: 'object',
  required: ['id', 'title', 'day', 'folder_id', 'unread'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: text,
    day: { type: 'string', format: 'date' },
    folder_id: { type: ['string', 'null'] },
    unread: { type: 'integer', readOnly: true },
  },
}
const folder = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', readOnly: true }, name: text },
}
const { id: _, unread: __, ...written } = note.properties
const noteWith = (required: readonly string[]) => ({ type: 'object', required, properties: written })
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const named = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const query = (name: string, schema: object, description = '') => ({ name, in: 'query', schema, description })
const page = {
  type: 'object',
  required: ['items'],
  properties: {
    items: { type: 'array', items: note },
    next: { type: ['string', 'null'], description: 'Link to the next page.' },
  },
}

const desk = described({
  '/folders': {
    get: { operationId: 'listFolders', responses: answers({ type: 'array', items: folder }) },
    post: {
      operationId: 'addFolder',
      requestBody: body({ type: 'object', required: ['name'], properties: { name: text } }),
      responses: { ...answers(folder, { status: 201 }), ...none },
    },
  },
  '/folders/{folder_id}': {
    parameters: [named('folder_id')],
    get: { operationId: 'getFolder', responses: { ...answers(folder), ...none } },
    delete: { operationId: 'dropFolder', responses: { 204: { description: 'Gone.' }, ...none } },
  },
  '/notes': {
    get: {
      operationId: 'listNotes',
      parameters: [
        query('q', { type: 'string' }),
        query('folder_id', { type: 'string' }),
        query('from', { type: 'string', format: 'date' }, 'The first day, inclusive.'),
        query('to', { type: 'string', format: 'date' }, 'The last day, inclusive.'),
        query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 }),
        query('after', { type: 'string' }),
      ],
      responses: { ...answers(page), ...none },
    },
    post: {
      operationId: 'addNote',
      parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
      requestBody: body(noteWith(['title', 'day'])),
      responses: { ...answers(note, { status: 201 }), ...none },
    },
  },
  '/notes/{note_id}': {
    parameters: [named('note_id')],
    get: { operationId: 'getNote', responses: { ...answers(note), ...none } },
    patch: {
      operationId: 'changeNote',
      requestBody: body(noteWith([])),
      responses: { ...answers(note), ...none },
    },
    delete: { operationId: 'dropNote', responses: { 204: { description: 'Gone.' }, ...none } },
  },
  '/notes/{note_id}/read': {
    parameters: [named('note_id')],
    post: { operationId: 'markRead', responses: { ...answers(note), ...none } },
  },
})

type Fault =
  | 'refusals are kept'
  | 'refused change is half done'
  | 'signs are patterns'
  | 'next page of all'
  | 'last day is left out'
  | 'one day is refused'
  | 'all are read'

interface Note {
  readonly id: string
  readonly title: string
  readonly day: string
  readonly folder_id: string | null
  readonly unread: number
}

const matches = (title: string, sought: string, isPattern: boolean): boolean => {
  if (!isPattern) return title.toLowerCase().includes(sought.toLowerCase())
  const escaped = sought.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replaceAll('_', '.').replaceAll('%', '.*'), 'i').test(title)
}

function service(fault?: Fault) {
  const folders = new Map<string, { readonly id: string; readonly name: string }>()
  let notes: readonly Note[] = []
  let last = 0
  const kept = new Map<string, { readonly text: string; readonly status: number; readonly value: object }>()
  const refuse = (status: number) => Response.json({}, { status })
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 60
  const isRight = (sent: Partial<Note>, isWhole: boolean): boolean => {
    if (isWhole && (sent.title === undefined || sent.day === undefined)) return false
    if (sent.title !== undefined && !isText(sent.title)) return false
    if (sent.day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(sent.day)) return false
    return sent.folder_id === undefined || sent.folder_id === null || folders.has(sent.folder_id)
  }
  const make = (sent: Partial<Note>): Note => {
    const made: Note = { title: '', day: '', folder_id: null, ...sent, id: `n${++last}`, unread: last + 1 }
    notes = [...notes, made]
    return made
  }
  const list = (asked: URLSearchParams): Response => {
    const [q, from, to, folder] = ['q', 'from', 'to', 'folder_id'].map((name) => asked.get(name))
    if (from !== null && from === to && fault === 'one day is refused') return refuse(400)
    const found = notes.filter(
      ({ title, day, folder_id }) =>
        (q == null || matches(title, q, fault === 'signs are patterns')) &&
        (from == null || day >= from) &&
        (to == null || (fault === 'last day is left out' ? day < to : day <= to)) &&
        (folder == null || folder_id === folder),
    )
    const limit = Number(asked.get('limit') ?? 20)
    const start = asked.has('after') ? found.findIndex(({ id }) => id === asked.get('after')) + 1 : 0
    const items = found.slice(start, start + limit)
    const next = new URLSearchParams(fault === 'next page of all' ? {} : asked)
    next.set('after', items.at(-1)?.id ?? '')
    const hasMore = start + limit < found.length
    return Response.json({ items, next: hasMore ? `/notes?${next}` : null })
  }
  const add = (text: string, key: string | null): Response => {
    const before = key === null ? undefined : kept.get(key)
    if (before !== undefined && before.status >= 400)
      return Response.json(before.value, { status: before.status })
    if (before !== undefined)
      return before.text === text ? Response.json(before.value, { status: 201 }) : refuse(400)
    const sent = JSON.parse(text)
    const isMade = isRight(sent, true)
    const value = isMade ? make(sent) : {}
    const status = isMade ? 201 : 400
    if (key !== null && (isMade || fault === 'refusals are kept')) kept.set(key, { text, status, value })
    return Response.json(value, { status })
  }
  const change = (one: Note, sent: Partial<Note>): Response => {
    const isDone = isRight(sent, false)
    const { folder_id: unknown, ...others } = sent
    if (!isDone && fault !== 'refused change is half done') return refuse(400)
    if (!isDone && !isRight(others, false)) return refuse(400)
    const now: Note = { ...one, ...(isDone ? sent : others) }
    notes = notes.map((other) => (other === one ? now : other))
    return isDone ? Response.json(now) : refuse(400)
  }
  return ({ method, url, headers }: Request, body: string): Response => {
    const { pathname, searchParams } = new URL(url)
    const [, kind, name = '', verb] = pathname.split('/')
    if (kind === 'folders') {
      if (name === '' && method === 'GET') return Response.json([...folders.values()])
      if (name === '') {
        const { name: called } = JSON.parse(body)
        if (!isText(called)) return refuse(400)
        const made = { id: `f${++last}`, name: called }
        folders.set(made.id, made)
        return Response.json(made, { status: 201 })
      }
      const found = folders.get(name)
      if (found === undefined) return refuse(404)
      if (method === 'GET') return Response.json(found)
      folders.delete(name)
      notes = notes.map((one) => (one.folder_id === name ? { ...one, folder_id: null } : one))
      return new Response(null, { status: 204 })
    }
    if (name === '') return method === 'GET' ? list(searchParams) : add(body, headers.get('idempotency-key'))
    const one = notes.find(({ id }) => id === name)
    if (one === undefined) return refuse(404)
    if (verb === 'read') {
      notes = notes.map((other) =>
        other === one || fault === 'all are read' ? { ...other, unread: 0 } : other,
      )
      return Response.json({ ...one, unread: 0 })
    }
    if (method === 'GET') return Response.json(one)
    if (method === 'PATCH') return change(one, JSON.parse(body))
    notes = notes.filter((other) => other !== one)
    return new Response(null, { status: 204 })
  }
}

async function told(rules: readonly string[], fault?: Fault): Promise<readonly string[]> {
  const lines = await outcomes(await desk, { answer: service(fault), rules })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

test('a desk that keeps its notes breaks nothing', async () => {
  expect(await told(['lifecycle', 'list-protocol', 'isolation'])).toEqual([])
})

test.each<readonly [Fault, string, RegExp]>([
  [
    'refusals are kept',
    'lifecycle',
    /addNote: a new response, not the earlier 400, when the missing values are sent with the same "Idempotency-Key"/,
  ],
  ['refused change is half done', 'lifecycle', /changeNote: the item unchanged: .*"(?:title|day)"/],
  ['signs are patterns', 'list-protocol', /listNotes: only items that match q="\w*[_%].*" \| "/],
  [
    'next page of all',
    'list-protocol',
    /listNotes: a next page to which folder_id=.*limit=1 also applies \| a page/,
  ],
  ['last day is left out', 'list-protocol', /listNotes: .*to=\d{4}-\d\d-\d\d/],
  [
    'one day is refused',
    'list-protocol',
    /listNotes: every item that matches from=(\d{4}-\d\d-\d\d)&to=\1: n\d+.* \| status 400/,
  ],
  ['all are read', 'isolation', /markRead: .*"unread"/],
])('a desk that has the fault "%s" breaks %s', async (fault, family, expected) => {
  expect(await told([family], fault)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})
