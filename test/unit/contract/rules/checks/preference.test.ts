import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const sent = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1 }, pages: { type: 'integer', minimum: 1 } },
}
const note = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string', readOnly: true }, ...sent.properties },
}
const body = { required: true, content: { 'application/json': { schema: sent } } }
const empty = { description: 'Done.' }
const missing = { 404: { description: 'None.' } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const enumerated = { type: 'string', enum: ['return=minimal', 'return=representation'] }

/** Notes whose three writes document `Prefer` with this schema, or do not document it. */
const notes = (schema?: object) => {
  const parameters = schema === undefined ? [] : [{ name: 'Prefer', in: 'header', schema }]
  const write = (operationId: string, responses: object) => ({
    ...{ operationId, parameters, requestBody: body, responses },
  })
  return described({
    '/notes': {
      get: { operationId: 'listNotes', responses: answers({ type: 'array', items: note }) },
      post: write('createNote', { ...answers(note, { status: 201 }), 204: empty }),
    },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'readNote', responses: { ...answers(note), ...missing } },
      patch: write('updateNote', { ...answers(note), 204: empty, ...missing }),
      put: write('replaceNote', { ...answers(note), 204: empty, ...missing }),
      delete: { operationId: 'deleteNote', responses: { 204: empty, ...missing } },
    },
  })
}

type Note = { readonly id: string; readonly title?: string | undefined; readonly pages?: number }

/** A response to a write. */
interface Written {
  readonly note: Note
  readonly isNew: boolean
  /** The preference `return` of the request. */
  readonly wanted: string | undefined
  /** The header with which the preference is confirmed. */
  readonly applied: Readonly<Record<string, string>>
}

const location = ({ note: { id: made }, isNew }: Written): Record<string, string> =>
  isNew ? { location: `/notes/${made}` } : {}
const whole = (written: Written): Response =>
  Response.json(written.note, {
    status: written.isNew ? 201 : 200,
    headers: { ...location(written), ...written.applied },
  })
const bare = ({ applied }: Written): Response => new Response(null, { status: 204, headers: applied })
const right = (written: Written): Response => (written.wanted === 'minimal' ? bare : whole)(written)

interface Habits {
  readonly answered?: (written: Written) => Response
  readonly stored?: (now: Note, before: Note | undefined, wanted: string | undefined) => Note | undefined
}

/** Serves notes, and logs the method and the preference of each request. */
function service({ answered = right, stored = (now) => now }: Habits) {
  const kept = new Map<string, Note>()
  const log: string[] = []
  let last = 0
  const change = (request: Request, name: string, text: string): Response => {
    const { method, headers } = request
    const before = kept.get(name)
    if (method !== 'POST' && before === undefined) return new Response(null, { status: 404 })
    const { title, pages } = JSON.parse(text)
    const values = { ...(title !== undefined && { title }), ...(pages !== undefined && { pages }) }
    const wanted = /return=(\w+)/.exec(headers.get('prefer') ?? '')?.[1]
    const now = stored({ ...(method === 'PATCH' && before), ...values, id: name }, before, wanted)
    if (now !== undefined) kept.set(name, now)
    const applied = wanted === undefined ? {} : { 'preference-applied': `return=${wanted}` }
    return answered({ note: now ?? { id: name }, isNew: method === 'POST', wanted, applied })
  }
  const answer = (request: Request, text: string): Response => {
    const { method, url, headers } = request
    const name = new URL(url).pathname.split('/')[2]
    log.push(`${method} ${headers.get('prefer') ?? ''}`)
    if (method === 'GET' && name === undefined) return Response.json([...kept.values()])
    if (method === 'POST') {
      last += 1
      return change(request, `n${last}`, text)
    }
    const found = kept.get(name ?? '')
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'GET') return Response.json(found)
    if (method !== 'DELETE') return change(request, found.id, text)
    kept.delete(found.id)
    return new Response(null, { status: 204 })
  }
  return { answer, kept, log }
}

/** The lines of a run in alphabetical order. */
const told = async (habits: Habits, schema: object = enumerated): Promise<string[]> =>
  (await outcomes(await notes(schema), { answer: service(habits).answer, rules: ['preference'] })).sort()

const passed = ['createNote', 'replaceNote', 'updateNote'].map((name) => `preference ${name}: passed`)
const minimalAs =
  (answered: (written: Written) => Response) =>
  (written: Written): Response =>
    (written.wanted === 'minimal' ? answered : whole)(written)
const located = (written: Written): Response =>
  written.isNew
    ? new Response(null, { status: 201, headers: { ...location(written), ...written.applied } })
    : bare(written)
const withBody = (written: Written, note: object): Response =>
  Response.json(note, {
    status: written.isNew ? 201 : 200,
    headers: { ...location(written), ...written.applied },
  })

/** The line that each of the three writes gets. */
const each = (text: string): readonly unknown[] =>
  ['createNote', 'replaceNote', 'updateNote'].map((name) =>
    expect.stringMatching(new RegExp(`^preference ${name}: ${text}`)),
  )

describe('a server may answer return=minimal with', () => {
  test.each<[string, (written: Written) => Response]>([
    ['204 without anything', right],
    ['201 with Location alone', minimalAs(located)],
    ['the id alone', minimalAs((written) => withBody(written, { id: written.note.id }))],
    ['a status', minimalAs((written) => withBody(written, { status: 'stored' }))],
    ['the item, because it ignores Prefer', (written) => whole({ ...written, applied: {} })],
    ['204, without saying so', (written) => right({ ...written, applied: {} })],
    [
      '204, and may omit the value of an applied preference',
      (written) =>
        right({
          ...written,
          applied: written.wanted === undefined ? {} : { 'preference-applied': 'return' },
        }),
    ],
  ])('%s', async (_, answered) => {
    expect(await told({ answered })).toEqual(passed)
  })
})

test.each([
  ['free text', { type: 'string' }],
  ['a list', { type: 'array', items: enumerated }],
  ['one of the values', { const: 'return=minimal' }],
  ['the other value', { const: 'return=representation' }],
])('Prefer may be documented as %s', async (_, schema) => {
  expect(await told({}, schema)).toEqual(passed)
})

test('a server that ignores the only documented value is not judged', async () => {
  const answered = (written: Written): Response => whole({ ...written, applied: {} })
  expect(await told({ answered }, { const: 'return=representation' })).toEqual(
    each('not run, because no response contains anything to compare$'),
  )
})

/** Confirms each preference with the same header, whatever was requested. */
const confirming =
  (applied: string) =>
  (written: Written): Response =>
    right({ ...written, applied: { 'preference-applied': applied } })

test.each<[string, Habits, readonly unknown[]]>([
  [
    'return=minimal stores no title',
    {
      answered: minimalAs(located),
      stored: ({ title, ...now }, before, wanted) => {
        if (wanted !== 'minimal') return { ...now, title }
        return { ...now, ...(before && { title: before.title }) }
      },
    },
    each('"title" as sent, when read again: "title-\\S+" \\| '),
  ],
  [
    'return=minimal creates nothing',
    {
      answered: minimalAs(located),
      stored: (now, before, wanted) => (wanted === 'minimal' && before === undefined ? undefined : now),
    },
    [
      'preference createNote: the item that POST /notes created, when read again from GET /notes/{id} | status 404',
      ...passed.slice(1),
    ],
  ],
  [
    'return=minimal returns the item',
    { answered: whole },
    each(
      'header "Preference-Applied" must not be "return=minimal", because the response shows the item \\| ',
    ),
  ],
  [
    'return=representation returns nothing',
    { answered: (written) => (written.wanted === undefined ? whole(written) : located(written)) },
    each(
      'header "Preference-Applied" must not be "return=representation", because the response is empty \\| ',
    ),
  ],
  [
    'return=representation returns an old title',
    {
      answered: (written) =>
        written.wanted === 'representation'
          ? withBody(written, { ...written.note, title: 'old' })
          : minimalAs(located)(written),
    },
    each('"title" as sent, in the response: "title-\\S+" \\| "old"$'),
  ],
  [
    'a preference is applied that nobody requested',
    { answered: confirming('return=minimal, respond-async') },
    each(
      'header "Preference-Applied" must name only preferences that the request has, such as "return=minimal" \\| ',
    ),
  ],
  [
    'every response claims to be whole',
    { answered: confirming('return=representation') },
    each('header "Preference-Applied" must name only .* \\| return=representation$'),
  ],
])('%s', async (_, habits, expected) => {
  expect(await told(habits)).toEqual(expected)
})

test('a fault of every write is not one of its preference', async () => {
  const stored: Habits['stored'] = ({ title: _, ...now }) => ({ ...now, title: 'Untitled' })
  expect(await told({ stored, answered: minimalAs(located) })).toEqual(passed)
})

test('an item that nothing shows is not judged', async () => {
  const stored: Habits['stored'] = (now, before, wanted) =>
    wanted === 'minimal' && before === undefined ? undefined : now
  expect(await told({ stored })).toEqual([
    expect.stringMatching(/^preference createNote: not run, because no response shows an item of/),
    ...passed.slice(1),
  ])
})

test.each([
  ['204', right],
  ['201 with Location', minimalAs(located)],
])(
  'a run sends at most four requests for a write with %s, and leaves nothing behind',
  async (_, answered) => {
    const { answer, kept, log } = service({ answered })
    const run = async (schema?: object) =>
      runContract({
        document: await notes(schema),
        select: { rules: ['lifecycle', 'preference'] },
        target: {
          baseUrl: 'http://small.test',
          disposable: true,
          fetch: async (request) => answer(request, await request.clone().text()),
        },
      })
    const { results, leftBehind } = await run(enumerated)
    const counts = results.flatMap(({ rule, requests }) => (rule === 'preference' ? [requests] : []))
    expect(counts.map((count) => count <= 4)).toEqual([true, true, true])
    expect(log.filter((line) => line.includes('return=')).length).toBeGreaterThan(4)
    expect(leftBehind).toEqual([])
    expect(kept.size).toBe(0)
    log.length = 0
    expect((await run()).results.filter(({ rule }) => rule === 'preference')).toEqual([])
    expect(log.filter((line) => line.includes('return='))).toEqual([])
  },
)
