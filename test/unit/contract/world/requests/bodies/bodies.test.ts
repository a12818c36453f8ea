import type { JsonSchema } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../../support/small-service.ts'

/**
 * Returns the document of a service that accepts notes according to a rule which the document does not state.
 */
function notes(schema: JsonSchema, examples?: readonly unknown[], mediaType = 'application/json') {
  return documentOf([
    {
      operationId: 'addNote',
      method: 'POST',
      path: '/notes',
      requestBody: { required: true, content: { [mediaType]: { schema, ...(examples && { examples }) } } },
      responses: { '201': {}, '400': {}, '422': {} },
    },
  ])
}

const created = () => new Response(null, { status: 201 })
const refused = (problem: unknown = {}, status = 400) => Response.json(problem, { status })

/** Runs rules on a service. @returns the outcomes, and the bodies that were sent. */
async function tried(
  document: ReturnType<typeof notes>,
  takes: (body: Record<string, unknown>) => Response,
  rules: readonly string[] = ['conformance'],
) {
  const bodies: unknown[] = []
  const said = await outcomes(document, {
    rules,
    answer: (_, text) => {
      const body = text === '' ? undefined : JSON.parse(text)
      bodies.push(body)
      return takes(body)
    },
  })
  return { said, bodies }
}

const URLS = {
  type: 'object',
  required: ['urls'],
  properties: { urls: { type: 'array', items: { type: 'string' } } },
}

test('what the document shows is sent before what is made up, and an example that its schema refuses is not', async () => {
  const shown = { urls: ['mailto:a@b.example'] }
  const { said, bodies } = await tried(notes(URLS, [{ urls: 'none' }, shown]), ({ urls }) =>
    JSON.stringify(urls).includes('mailto:') ? created() : refused(),
  )
  expect(said).toEqual(['conformance addNote: passed'])
  expect(bodies).toEqual([shown])
})

test('an example of a text is sent as it stands', async () => {
  const texts: string[] = []
  const said = await outcomes(notes({ type: 'string' }, ['https://example.net'], 'text/plain'), {
    rules: ['conformance'],
    answer: (_, text) => {
      texts.push(text)
      return text.startsWith('https://') ? created() : refused()
    },
  })
  expect(said).toEqual(['conformance addNote: passed'])
  expect(texts).toEqual(['https://example.net'])
})

const text: JsonSchema = { type: 'string' }
const LOOSE = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: text,
    createdAt: text,
    owner: { type: 'object' },
    mood: text,
  },
} as const

test.each<[string, JsonSchema, (body: Record<string, unknown>) => boolean]>([
  [
    'without what servers fill in',
    LOOSE,
    (body) => 'title' in body && !('id' in body) && !('createdAt' in body),
  ],
  ['without objects', LOOSE, (body) => 'title' in body && !('owner' in body) && !('id' in body)],
  [
    'without one member',
    LOOSE,
    (body) => 'owner' in body && 'mood' in body && 'id' in body && !('createdAt' in body),
  ],
])('a full body that is refused is tried %s', async (_, schema, isTaken) => {
  const { said, bodies } = await tried(notes(schema), (body) => (isTaken(body) ? created() : refused()))
  expect(said).toEqual(['conformance addNote: passed'])
  expect(bodies.length).toBeLessThan(12)
})

const CONTACT: JsonSchema = {
  type: 'object',
  required: ['contact'],
  properties: { contact: text, size: text, note: text },
}
const isMail = ({ contact }: Record<string, unknown>) => /^\S+@\S+\.\S+$/.test(String(contact))

test.each<[string, unknown]>([
  ['a map of members', { errors: { contact: ['is not a valid email address'] } }],
  ['problem details', { title: 'Bad', errors: [{ detail: 'must be an email', pointer: '#/contact' }] }],
  [
    'places',
    { detail: [{ loc: ['body', 'contact'], msg: 'value is not a valid email', type: 'value_error' }] },
  ],
  ['words', { message: 'contact: no email address' }],
])('a required member gets the value that a refusal asks for by %s', async (_, problem) => {
  const { said, bodies } = await tried(notes(CONTACT), (body) =>
    isMail(body) ? created() : refused(problem, 422),
  )
  expect(said).toEqual(['conformance addNote: passed'])
  expect(bodies).toHaveLength(2)
})

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  required,
  properties,
})
const RESOURCE = object({ data: object({ type: text, attributes: CONTACT }) })

test.each<[string, unknown]>([
  ['a map of members', { errors: { data: { attributes: { contact: ['is not a valid email'] } } } }],
  ['a map of its own', { errors: { contact: ['is not a valid email address'] } }],
  [
    'a pointer of JSON:API',
    { errors: [{ detail: 'must be an email', source: { pointer: '/data/attributes/contact' } }] },
  ],
  ['places', { detail: [{ loc: ['body', 'data', 'attributes', 'contact'], msg: 'not a valid email' }] }],
  ['names with dots', { violations: [{ field: 'data.attributes.contact', message: 'must be an email' }] }],
  ['words', { message: 'data.attributes.contact: no email address' }],
])('so does one that is nested: %s', async (_, problem) => {
  const { said, bodies } = await tried(notes(RESOURCE), ({ data }) =>
    isMail(Object(Object(data).attributes)) ? created() : refused(problem, 422),
  )
  expect(said).toEqual(['conformance addNote: passed'])
  expect(bodies).toHaveLength(2)
})

test('a nested member that a refusal names is left out, and all around it stays', async () => {
  const item = object({ id: text, name: text }, ['name'])
  const schema = object({ id: text, data: item, rows: { type: 'array', minItems: 2, items: item } })
  const { said, bodies } = await tried(notes(schema), ({ data, rows }) => {
    if ('id' in Object(data))
      return refused({ detail: [{ loc: ['body', 'data', 'id'], msg: 'not allowed' }] })
    const index = [rows].flat().findIndex((row) => 'id' in Object(row))
    return index < 0 ? created() : refused({ errors: { [`rows[${index}].id`]: ['not allowed'] } })
  })
  expect(said).toEqual(['conformance addNote: passed'])
  expect(bodies).toHaveLength(3)
  const name = expect.any(String)
  expect(bodies.at(-1)).toEqual({ id: name, data: { name }, rows: [{ name }, { name }] })
})

test.each<[string, (value: unknown) => boolean]>([
  ['Size must be one of: [small, large]', (value) => value === 'small' || value === 'large'],
  ['size must have at most 3 characters', (value) => typeof value === 'string' && value.length <= 3],
  ['size must match "^[A-Z]{2}$"', (value) => /^[A-Z]{2}$/.test(String(value))],
  ['"size" must be numeric', (value) => /^\d+$/.test(String(value))],
])('what a refusal says of a value is heeded: %s', async (words, fits) => {
  const problem = { violations: [{ field: 'size', message: words }] }
  const schema: JsonSchema = { ...Object(CONTACT), required: ['contact', 'size'] }
  const { said } = await tried(notes(schema), ({ size }) => (fits(size) ? created() : refused(problem)))
  expect(said).toEqual(['conformance addNote: passed'])
})

test('a body that was accepted is what later requests begin with', async () => {
  const { said, bodies } = await tried(notes(LOOSE), (body) => ('owner' in body ? refused() : created()), [
    'conformance',
    'negative',
    'round-trip',
    'conformance',
  ])
  expect(said[0]).toBe('conformance addNote: passed')
  const first = bodies.findIndex((body) => !('owner' in Object(body)))
  expect(
    bodies.slice(first + 1).filter((body) => JSON.stringify(body) === JSON.stringify(bodies[0])),
  ).toEqual([])
})

test('what no body mends costs few requests, and what the server said is told', async () => {
  const { said, bodies } = await tried(notes(LOOSE), () => refused({ message: 'Not today.' }))
  expect(said).toEqual([
    'conformance addNote: not run, because addNote returned 400 for every generated body: {"message":"Not today."}',
  ])
  expect(bodies.length).toBeLessThanOrEqual(16)
})

test.each<[string, JsonSchema, readonly unknown[] | undefined]>([
  ['the document shows', LOOSE, [{ title: 'Tea' }]],
  [
    'leaves nothing to guess',
    { type: 'object', properties: { on: { type: 'boolean' }, name: text } },
    undefined,
  ],
])('a body that %s is to be taken', async (_, schema, examples) => {
  const { said } = await tried(notes(schema, examples), () => refused())
  expect(said).toEqual([expect.stringContaining('status 201 for values that the schema allows')])
})

/** Nothing fits it. */
const IMPOSSIBLE: JsonSchema = {
  type: 'object',
  required: ['at'],
  properties: { at: { type: 'string', minLength: 5, maxLength: 4 } },
}

test.each([
  ['a server error to malformed JSON is found', 'syntax'],
  ['a server error to another type is found', 'type'],
])('where no body can be made, %s', async (_, what) => {
  const crashed = (text: string) => (what === 'syntax' ? /^\{"name": $/ : /^(null|0|true|\[\])$/).test(text)
  const said = await outcomes(notes(IMPOSSIBLE), {
    rules: ['negative'],
    answer: (_request, text) => refused({}, crashed(text) ? 500 : 400),
  })
  expect(said).toEqual([expect.stringMatching(/^negative addNote: 400 or 422 for .*\| status 500/)])
})

test('where no body can be made, refusals say nothing', async () => {
  const said = await outcomes(notes(IMPOSSIBLE), { rules: ['negative'], answer: () => refused() })
  expect(said).toEqual([
    expect.stringContaining(
      'not run, because Concordat could not generate a valid value: the schema contradicts itself at "/at"',
    ),
  ])
})

test('a server error to a wrong body counts where a valid one is refused for who asks', async () => {
  const said = await outcomes(notes(CONTACT), {
    rules: ['negative'],
    answer: (_request, text) => refused({}, text === '{"name": ' ? 500 : 403),
  })
  expect(said).toEqual([expect.stringContaining('a body that is not JSON | status 500')])
})

test('an object that must have a name gets nothing else, and names in the response itself mean nothing', async () => {
  const text = { type: 'string' }
  const about = { type: 'object', properties: { name: text, owner: text, expires: text } }
  const schema = { type: 'object', properties: { kind: text, metadata: about, spec: { type: 'object' } } }
  const { said, bodies } = await tried(notes(schema), ({ kind, metadata }) => {
    const { name, ...others } = Object(metadata)
    if (kind !== undefined) return refused({ kind: 'Status', metadata: {}, message: `no kind "${kind}"` })
    if (Object.keys(others).length > 0) return refused({ kind: 'Status', message: 'managed by the server' })
    const causes = [{ field: 'metadata.name', message: 'Required value' }]
    const refusal = { kind: 'Status', metadata: {}, details: { kind: 'Note', causes } }
    return name === undefined ? refused(refusal, 422) : created()
  })
  expect(said).toEqual(['conformance addNote: passed'])
  expect(bodies.at(-1)).toEqual({ metadata: { name: expect.any(String) } })
})
