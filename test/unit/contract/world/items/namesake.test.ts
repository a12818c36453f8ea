import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const
const named = {
  content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
} as const

/** Returns the operations to create and read an item in a collection. */
function operationsOf(name: string, collection: string): readonly Operation[] {
  const above = collection.includes('{') ? [inPath('parent')] : []
  return [
    {
      ...{ operationId: `create ${name}`, method: 'POST', path: collection, parameters: above },
      ...{ resource: { name, role: 'create' }, requestBody: { required: true, ...named } },
      responses: { '201': named },
    },
    {
      ...{ operationId: `read ${name}`, method: 'GET', path: `${collection}/{name}` },
      ...{ resource: { name, role: 'read' }, parameters: [...above, inPath('name')] },
      responses: { '200': named, '404': {} },
    },
  ]
}

const resourceOf = (name: string, collection: string): ResourceDescriptor => ({
  ...{
    name,
    collection,
    item: `${collection}/{name}`,
    idParameter: 'name',
    names: [{ path: ['name'] }],
    actions: [],
  },
  operations: { create: `create ${name}`, read: `read ${name}` },
})

/** Returns the outcome for "/prompts/{parent}/tags/{tag_name}" if tags are created in only one collection. */
async function askedFor(tags: string): Promise<readonly string[]> {
  const collections = { experiments: '/experiments', prompts: '/prompts', tags }
  const all = Object.entries(collections)
  const read: Operation = {
    ...{ operationId: 'readByTag', method: 'GET', path: '/prompts/{parent}/tags/{tag_name}' },
    ...{ parameters: [inPath('parent'), inPath('tag_name')], responses: { '200': named, '404': {} } },
  }
  const document = documentOf([...all.flatMap(([name, at]) => operationsOf(name, at)), read], {
    resources: all.map(([name, at]) => resourceOf(name, at)),
  })
  const made = new Set<string>()
  const answer = (request: Request, text: string): Response => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST') {
      const body = { name: `n${made.size}`, ...JSON.parse(text) }
      made.add(`${pathname}/${body.name}`)
      return Response.json(body, { status: 201 })
    }
    const [name = ''] = pathname.split('/').slice(-1)
    return made.has(pathname) || made.has(`/tags/${name}`)
      ? Response.json({ name })
      : new Response(null, { status: 404 })
  }
  const lines = await outcomes(document, { answer, rules: ['conformance'] })
  return lines.filter((line) => line.includes(' readByTag:'))
}

test('an item is not asked for below items of another collection, whose own items are called the same', async () => {
  expect(await askedFor('/experiments/{parent}/tags')).toEqual([
    expect.stringMatching(
      /^conformance readByTag: not run, .*; the server accepted no value for "tag_name"; set /,
    ),
  ])
})

test('one of a collection that stands below nothing is', async () => {
  expect(await askedFor('/tags')).toEqual(['conformance readByTag: passed'])
})
