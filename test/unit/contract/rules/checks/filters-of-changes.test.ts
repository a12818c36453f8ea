import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const time = { type: 'string', format: 'date-time' }
const title = { type: 'string', minLength: 1, maxLength: 40 }
const note = {
  type: 'object',
  required: ['title', 'due_at'],
  properties: { id: { type: 'integer', readOnly: true }, title, due_at: time },
}
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const absent = { 404: { description: 'None.' } }
const query = (name: string, schema: object) => ({ name, in: 'query', schema })

const notes = () =>
  described({
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [query('title', title), query('due_after', time), query('due_before', time)],
        responses: answers({ type: 'array', items: note }),
      },
      post: {
        operationId: 'addNote',
        requestBody: body(note),
        responses: answers(note, { status: 201 }),
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'readNote', responses: { ...answers(note), ...absent } },
      patch: {
        operationId: 'changeNote',
        requestBody: body({ type: 'object', properties: { title, due_at: time } }),
        responses: { ...answers(note), ...absent },
      },
      delete: { operationId: 'dropNote', responses: { 204: { description: 'Gone.' }, ...absent } },
    },
  })

interface Note {
  readonly id: number
  readonly title: string
  readonly due_at: string
}

interface Wrong {
  /** The titles by which a filter finds a note whose title has changed. */
  readonly indexed?: (titles: readonly string[]) => readonly string[]
  readonly decoded?: (text: string) => string
  readonly moment?: (text: string) => number
  /** True if no title can have signs. */
  readonly isStrict?: boolean
}

/** Returns notes that are found by their titles and times. */
function service({ indexed = (titles) => titles.slice(-1), ...wrong }: Wrong = {}) {
  const { decoded = (text) => text, moment = Date.parse, isStrict = false } = wrong
  const all = new Map<number, Note>()
  const titles = new Map<number, readonly string[]>()
  let last = 0
  return ({ method, url }: Request, text: string): Response => {
    const { pathname, searchParams } = new URL(url)
    const id = Number(pathname.split('/')[2])
    if (isStrict && text !== '' && /[^\w -]/.test(JSON.parse(text).title ?? ''))
      return new Response(null, { status: 422 })
    const keep = (own: Note, status: number): Response => {
      all.set(own.id, own)
      titles.set(own.id, [...(titles.get(own.id) ?? []), own.title])
      return Response.json(own, { status })
    }
    if (pathname === '/notes' && method === 'POST') return keep({ ...JSON.parse(text), id: ++last }, 201)
    if (pathname === '/notes') {
      const [sought, after, before] = ['title', 'due_after', 'due_before'].map((name) =>
        searchParams.get(name),
      )
      const shown = [...all.values()].filter(
        (one) =>
          (!sought || indexed(titles.get(one.id) ?? []).includes(decoded(sought))) &&
          (!after || Date.parse(one.due_at) > moment(after)) &&
          (!before || Date.parse(one.due_at) < moment(before)),
      )
      return Response.json(shown)
    }
    const found = all.get(id)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'PATCH') return keep({ ...found, ...JSON.parse(text) }, 200)
    if (method === 'DELETE') all.delete(id)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
  }
}

const told = async (wrong?: Wrong): Promise<readonly string[]> => {
  const lines = await outcomes(await notes(), { answer: service(wrong), rules: ['list-protocol'] })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('filters that follow changes, decode signs and know time zones break nothing', async () => {
  expect(await told()).toEqual([])
  expect(await told({ isStrict: true })).toEqual([])
})

test('a filter that still finds a note by its earlier title is told', async () => {
  expect(await told({ indexed: (titles) => titles })).toEqual([
    expect.stringMatching(
      /^list-protocol listNotes: only items that match title=".+" \| \d+, whose title is now ".+"$/,
    ),
  ])
})

test('a filter that does not find a note by its new title is told', async () => {
  expect(await told({ indexed: (titles) => (titles.length > 1 ? [] : titles) })).toEqual([
    expect.stringMatching(/^list-protocol listNotes: every item that matches title=".+": \d+ \| no items$/),
  ])
})

test.each([
  ['a plus sign as a space', (text: string) => text.replaceAll('+', ' ')],
  ['an ampersand as the end', (text: string) => text.replace(/&.*/, '')],
  ['other letters than ASCII as question marks', (text: string) => text.replaceAll(/[^ -~]/g, '?')],
])('a filter that reads %s is told', async (_, decoded) => {
  expect(await told({ decoded })).toEqual([
    expect.stringMatching(
      /^list-protocol listNotes: every item that matches title=".+ \+&é": \d+ \| no items$/,
    ),
  ])
})

test('a bound that ignores the time zone is told', async () => {
  const moment = (text: string) => Date.parse(text.replace(/[+-]\d\d:\d\d$/, 'Z'))
  expect(await told({ moment })).toEqual([
    expect.stringMatching(
      /^list-protocol listNotes: the same items with due_after=\S+\+05:00 as with \S+Z, which is the same time: /,
    ),
  ])
})
