import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const thing = { type: 'object', properties: { id: { ...text, readOnly: true }, title: text } }
const pair = {
  ...{ type: 'object', required: ['user_id', 'group_id'] },
  properties: { id: { ...text, readOnly: true }, user_id: text, group_id: text },
}
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
const of = (kind: string, item: object) => ({
  [`/${kind}`]: {
    get: { operationId: `list-${kind}`, responses: answers({ type: 'array', items: item }) },
    post: {
      operationId: `make-${kind}`,
      requestBody: { required: true, content: { 'application/json': { schema: item } } },
      responses: answers(item, { status: 201 }),
    },
  },
  [`/${kind}/{id}`]: {
    parameters,
    get: { operationId: `read-${kind}`, responses: answers(item) },
    delete: { operationId: `drop-${kind}`, responses: { 204: { description: 'Gone.' } } },
  },
})

/** A service that stores items of several kinds. @param refuse Returns the message for a refused body. */
function service(refuse: (kind: string, body: Record<string, string>, known: Kinds) => string | undefined) {
  const kinds: Kinds = new Map()
  const sent: string[] = []
  let last = 0
  const answer = ({ method, url }: Request, written: string): Response => {
    const [, kind = '', id = '', below] = new URL(url).pathname.split('/')
    const items = kinds.get(kind) ?? new Map()
    kinds.set(kind, items)
    if (method === 'GET' && id === '') return Response.json([...items.values()])
    if (method === 'POST' && (id === '' || below !== undefined)) {
      sent.push(`${kind} ${written}`)
      const body = JSON.parse(written)
      const message = refuse(below ?? kind, { ...body, above: id }, kinds)
      if (message !== undefined) return Response.json({ message }, { status: 400 })
      const item = { ...body, id: `${kind}-${++last}` }
      if (below === undefined) items.set(item.id, item)
      return Response.json(item, { status: 201 })
    }
    const item = items.get(id)
    if (item === undefined) return new Response(null, { status: 404 })
    if (method === 'DELETE') items.delete(id)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(item)
  }
  return { answer, sent }
}

type Kinds = Map<string, Map<string, Record<string, string>>>

test('what connects two items connects new ones, once those are connected already', async () => {
  const document = await described({ ...of('users', thing), ...of('groups', thing), ...of('members', pair) })
  const { answer } = service((kind, { user_id = '', group_id }, known) => {
    if (kind !== 'members') return undefined
    const isKnown = known.get('users')?.has(user_id) && known.get('groups')?.has(group_id ?? '')
    if (isKnown !== true) return 'No such user or group'
    const all = [...(known.get('members')?.values() ?? [])]
    const isThere = all.some((one) => one['user_id'] === user_id && one['group_id'] === group_id)
    return isThere ? `User '${user_id}' is already a member of group '${group_id}'` : undefined
  })
  const lines = await outcomes(document, { rules: ['conformance'], answer })
  expect(lines).toEqual(document.operations.map(({ operationId }) => `conformance ${operationId}: passed`))
})

test('an item that a refusal does not accept is replaced by another, and nothing is sent twice', async () => {
  const change = { type: 'object', required: ['shelf_id'], properties: { shelf_id: text } }
  const body = { required: true, content: { 'application/json': { schema: change } } }
  const document = await described({
    ...of('shelves', thing),
    ...of('books', change),
    '/books/{id}/move': {
      post: { operationId: 'move', parameters, requestBody: body, responses: answers(change) },
    },
  })
  const { answer, sent } = service((kind, { shelf_id = '', above = '' }, known) => {
    if (kind === 'shelves') return undefined
    const isThere = known.get('shelves')?.has(shelf_id) === true
    const isOther = known.get('books')?.get(above)?.['shelf_id'] !== shelf_id
    return isThere && isOther ? undefined : `shelf_id: Invalid pk "${shelf_id}" - object does not exist.`
  })
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer: (request, written) => {
      const response = answer(request, written)
      return request.url.endsWith('/move') && response.status === 201
        ? Response.json(JSON.parse(written))
        : response
    },
  })
  expect(lines).toContain('conformance move: passed')
  const moves = sent.filter((line) => line.startsWith('books ') && line.includes('shelf_id'))
  expect(moves.length).toBeLessThan(12)
})
