import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const query = (name: string, schema: object = text) => ({ name, in: 'query', schema })
const refusal = (message: string): Response => Response.json({ message }, { status: 400 })

/** Returns the conformance outcome for a read with these parameters, and the requests to it. */
async function ask(parameters: readonly object[], answer: (asked: URLSearchParams) => Response) {
  const document = await described({
    '/notes/export': { get: { operationId: 'export', parameters, responses: answers(text) } },
  })
  const asked: string[] = []
  const lines = await outcomes(document, {
    ...{ rules: ['conformance'], disposable: false },
    answer({ url }) {
      const { search, searchParams } = new URL(url)
      asked.push(search)
      return answer(searchParams)
    },
  })
  return { asked, lines }
}

describe('a read that is refused is asked with what the document leaves free', () => {
  test('the parameter that the refusal names, and its absence is a finding', async () => {
    const { asked, lines } = await ask([query('page'), query('identifier')], (given) =>
      given.has('identifier') ? Response.json('') : refusal('"identifier" must be supplied'),
    )
    expect(asked).toEqual(['', expect.stringMatching(/^\?identifier=[^&]+$/)])
    expect(lines).toEqual([expect.stringMatching(/^conformance export: status 200 \| status 400 /)])
  })

  test('the parameter that a crash names as missing', async () => {
    const { asked } = await ask([query('page'), query('source')], (given) =>
      given.has('source')
        ? Response.json('')
        : Response.json({ message: "The 'source vertex id' can't be null" }, { status: 500 }),
    )
    expect(asked.at(-1)).toMatch(/^\?source=[^&]+$/)
  })

  test('with a value, also where the default is none', async () => {
    const names = query('names', { type: 'array', items: text, default: [] })
    const { asked } = await ask([names], (given) =>
      given.has('names') ? Response.json('') : refusal('At least one of "names"'),
    )
    expect(asked).toEqual(['', expect.stringMatching(/^\?names=./)])
  })

  test('the only one, where it names none', async () => {
    const { asked } = await ask([query('ids', { type: 'array', items: { type: 'integer' } })], () =>
      refusal('No.'),
    )
    expect(asked.slice(0, 2)).toEqual(['', expect.stringMatching(/^\?ids=/)])
  })

  test('nothing that would start work', async () => {
    const { asked } = await ask([query('restart', { type: 'boolean' })], () => refusal('restart is missing'))
    expect(new Set(asked)).toEqual(new Set(['']))
  })
})

test('the words of a refusal say of what kind the item is that a parameter names', async () => {
  const vertex = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, label: text } }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const requestBody = { required: true, content: { 'application/json': { schema: vertex } } }
  const document = await described({
    '/graph/vertices': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: vertex }) },
      post: { operationId: 'make', requestBody, responses: answers(vertex, { status: 201 }) },
    },
    '/graph/vertices/{id}': {
      parameters,
      get: { operationId: 'read', responses: answers(vertex) },
      delete: { operationId: 'drop', responses: { 204: { description: 'Gone' } } },
    },
    '/walk': {
      get: { operationId: 'walk', parameters: [query('source'), query('depth')], responses: answers(text) },
    },
  })
  const asked: (string | null)[] = []
  let last = 6
  const message = "The 'source vertex id' can't be null"
  await outcomes(document, {
    rules: ['conformance'],
    answer({ method, url }, sent) {
      const { pathname, searchParams } = new URL(url)
      if (pathname === '/walk') asked.push(searchParams.get('source'))
      if (pathname === '/walk') return searchParams.has('source') ? Response.json('') : refusal(message)
      if (method === 'POST') return Response.json({ ...JSON.parse(sent), id: ++last }, { status: 201 })
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return Response.json(pathname === '/graph/vertices' ? [] : { id: last, label: 'a' })
    },
  })
  expect(asked).toEqual([null, expect.stringMatching(/^\d+$/)])
})
