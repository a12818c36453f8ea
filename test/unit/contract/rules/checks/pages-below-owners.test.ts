import type { ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const owner = { type: 'object', properties: { login: text } }
const cabinet = { type: 'object', properties: { name: text, note: text, owner } }
const page = {
  type: 'object',
  properties: { total: { type: 'integer' }, items: { type: 'array', items: cabinet } },
}
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: text }))
const inQuery = (...names: string[]) =>
  names.map((name) => ({ in: 'query', name, schema: { type: 'integer', minimum: 0 } }))

/** Returns the lines about a list of cabinets with these owners, all of the same name. */
async function told(...owners: readonly string[]): Promise<readonly string[]> {
  const written = await described({
    '/cabinets': {
      get: { operationId: 'list', parameters: inQuery('limit', 'offset'), responses: answers(page) },
    },
    '/cabinets/{owner}/{name}': {
      parameters: inPath('owner', 'name'),
      get: { operationId: 'read', responses: { ...answers(cabinet), 404: { description: 'None.' } } },
    },
  })
  const resource: ResourceDescriptor = {
    ...{ name: 'cabinets', collection: '/cabinets', item: '/cabinets/{owner}/{name}', actions: [] },
    ...{ names: [{ path: ['name'] }], namesAbove: [['owner', 'login']] },
    operations: { list: 'list', read: 'read' },
  }
  const document = { ...written, resources: [resource] }
  const all = owners.map((login, index) => ({ name: 'oak', note: String(index), owner: { login } }))
  return outcomes(document, {
    rules: ['list-protocol/pages'],
    answer: ({ url }) => {
      const { pathname, searchParams } = new URL(url)
      const [, , login] = pathname.split('/')
      const found = all.find((one) => one.owner.login === login)
      if (login !== undefined) return found ? Response.json(found) : new Response(null, { status: 404 })
      const begin = Number(searchParams.get('offset') ?? 0)
      const end = begin + Number(searchParams.get('limit') ?? all.length)
      return Response.json({ total: all.length, items: all.slice(begin, end) })
    },
  })
}

test('items that share a name below different owners are different items', async () => {
  expect(await told('red', 'blue', 'green')).toEqual(['list-protocol list: passed'])
  expect((await told('red', 'red', 'green')).join()).toContain('oak')
})
