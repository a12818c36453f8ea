import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const made = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text,
    labels: { type: 'object', additionalProperties: text },
    notes: { type: 'array', items: text, maxItems: 0 },
    owner: text,
  },
}
const shown = { ...made, properties: { ...made.properties, id: { type: 'integer' } } }

/** Returns the outcomes for a PUT of orders that clears omitted properties, except the `kept` ones. */
async function linesOf(kept: readonly string[]) {
  const requestBody = { required: true, content: { 'application/json': { schema: made } } }
  const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
  const document = await described({
    '/orders': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: shown }) },
      post: { operationId: 'create', requestBody, responses: answers(shown, { status: 201 }) },
    },
    '/orders/{id}': {
      get: { operationId: 'read', ...at, responses: { ...answers(shown), 404: {} } },
      put: { operationId: 'replace', ...at, requestBody, responses: { ...answers(shown), 404: {} } },
    },
  })
  const empty = { labels: {}, notes: [], owner: '' }
  const orders: Record<string, unknown>[] = []
  const answer = (request: Request, body: string): Response => {
    const [, , segment] = new URL(request.url).pathname.split('/')
    const id = Number(segment)
    if (request.method === 'GET' && segment === undefined) return Response.json(orders)
    if (request.method === 'POST') orders.push({ ...empty, ...JSON.parse(body), id: orders.length })
    if (request.method === 'POST') return Response.json(orders.at(-1), { status: 201 })
    const before = orders[id]
    if (before === undefined) return Response.json({}, { status: 404 })
    const stays = Object.fromEntries(kept.map((name) => [name, before[name]]))
    if (request.method === 'PUT') orders[id] = { ...empty, ...stays, ...JSON.parse(body), id }
    return Response.json(orders[id])
  }
  const lines = await outcomes(document, { answer, rules: ['lifecycle'], disposable: false })
  return lines.filter((line) => line.includes(' replace: '))
}

test('what is empty may be so again after a replacement without it, as that is the default', async () => {
  expect(await linesOf([])).toEqual(['lifecycle replace: passed'])
})

test('what is not, may not', async () => {
  expect(await linesOf(['owner'])).toEqual([
    expect.stringMatching(/^lifecycle replace: "owner" to lose its old value/),
  ])
})

test('of the part that names an item that name stays', async () => {
  const metadata = { type: 'object', properties: { name: text, colour: text } }
  const note = { type: 'object', properties: { metadata, content: text } }
  const requestBody = { required: true, content: { 'application/json': { schema: note } } }
  const at = { parameters: [{ name: 'name', in: 'path', required: true, schema: text }] }
  const document = await described({
    '/notes': { post: { operationId: 'create', requestBody, responses: answers(note, { status: 201 }) } },
    '/notes/{name}': {
      get: { operationId: 'read', ...at, responses: { ...answers(note), 404: {} } },
      put: { operationId: 'replace', ...at, requestBody, responses: { ...answers(note), 404: {} } },
    },
  })
  const linesOf = async (kept: readonly string[]) => {
    const notes = new Map<string, { metadata: Record<string, unknown> }>()
    const answer = (request: Request, body: string): Response => {
      const said = body === '' ? {} : JSON.parse(body)
      const isNew = request.method === 'POST'
      const [, , segment] = new URL(request.url).pathname.split('/')
      const name = isNew ? (said.metadata?.name ?? `note-${notes.size}`) : decodeURIComponent(segment ?? '')
      const before = notes.get(name)
      if (request.method !== 'GET' && (isNew || before !== undefined)) {
        const own = said.metadata ?? before?.metadata ?? {}
        const named = Object.entries({ ...own, name }).filter(([member]) => kept.includes(member))
        notes.set(name, { ...said, metadata: Object.fromEntries(named) })
      }
      const note = notes.get(name)
      return Response.json(note ?? {}, { status: note === undefined ? 404 : isNew ? 201 : 200 })
    }
    const lines = await outcomes(document, { answer, rules: ['lifecycle'], disposable: false })
    return lines.filter((line) => line.includes(' replace: '))
  }
  expect(await linesOf(['name'])).not.toContainEqual(expect.stringContaining('to lose its old value'))
  expect(await linesOf(['name', 'colour'])).toContainEqual(
    expect.stringMatching(/^lifecycle replace: "metadata" to lose its old value/),
  )
})
