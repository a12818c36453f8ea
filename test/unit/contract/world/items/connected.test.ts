import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const thing = { type: 'object', properties: { id: { ...number, readOnly: true }, name: text } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: number }]
const of = (kind: string) => ({
  [`/${kind}`]: {
    get: { operationId: `list-${kind}`, responses: answers({ type: 'array', items: thing }) },
    post: {
      operationId: `make-${kind}`,
      requestBody: { required: true, content: { 'application/json': { schema: thing } } },
      responses: answers(thing, { status: 201 }),
    },
  },
  [`/${kind}/{id}`]: {
    parameters,
    get: { operationId: `read-${kind}`, responses: answers(thing) },
    delete: { operationId: `drop-${kind}`, responses: { 204: { description: 'Gone.' } } },
  },
})
const granted = { type: 'object', required: ['role_id'], properties: { role_id: number } }
const document = await described({
  ...of('roles'),
  ...of('groups'),
  '/groups/{id}/roles': {
    post: {
      ...{ operationId: 'grant', parameters },
      requestBody: { required: true, content: { 'application/json': { schema: granted } } },
      responses: answers(thing),
    },
  },
  '/groups/{id}/roles/{role_id}': {
    delete: {
      operationId: 'withdraw',
      parameters: [...parameters, { ...parameters[0], name: 'role_id' }],
      responses: { 204: { description: 'Gone.' }, 404: { description: 'Unknown.' } },
    },
  },
})

test('what connects a parent with an item is named by the body, if the response shows the parent', async () => {
  const kinds = new Map<string, Map<string, object>>([
    ['roles', new Map([['1', { id: 1, name: 'theirs' }]])],
    ['groups', new Map([['2', { id: 2, name: 'theirs' }]])],
  ])
  const grants = new Set<string>()
  const withdrawn: string[] = []
  let last = 10
  const lines = await outcomes(document, {
    rules: ['conformance'],
    disposable: false,
    answer({ method, url }, sent) {
      const [, kind = '', id = '', below, role = ''] = new URL(url).pathname.split('/')
      const items = kinds.get(kind) ?? new Map<string, object>()
      if (id === '' && method === 'GET') return Response.json([...items.values()])
      if (id === '') {
        const item = { ...JSON.parse(sent), id: ++last }
        items.set(`${item.id}`, item)
        return Response.json(item, { status: 201 })
      }
      const item = items.get(id)
      if (item === undefined) return new Response(null, { status: 404 })
      if (below !== undefined && method === 'POST') {
        grants.add(`${id} ${JSON.parse(sent).role_id}`)
        return Response.json(item)
      }
      if (below !== undefined) {
        withdrawn.push(`${id} ${role}`)
        return new Response(null, { status: grants.delete(`${id} ${role}`) ? 204 : 404 })
      }
      if (method === 'DELETE') items.delete(id)
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(item)
    },
  })
  expect(lines).toEqual(document.operations.map(({ operationId }) => `conformance ${operationId}: passed`))
  expect(withdrawn.filter((pair) => pair.startsWith('2 ') || pair.endsWith(' 1'))).toEqual([])
  expect(kinds.get('roles')?.has('1')).toBe(true)
})
