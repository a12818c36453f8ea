import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const uri = { ...text, format: 'uri' }
const project = {
  ...{ type: 'object', required: ['slug'] },
  properties: { id: { type: 'integer', readOnly: true }, slug: text, url: { ...uri, readOnly: true } },
}
const category = {
  ...{ type: 'object', required: ['name', 'project'] },
  properties: { id: { type: 'integer', readOnly: true }, name: text, project: uri },
}
const of = (kind: string, item: object, name: string, schema: object = text) => ({
  [`/api/${kind}/`]: {
    get: { operationId: `list-${kind}`, responses: answers({ type: 'array', items: item }) },
    post: {
      operationId: `make-${kind}`,
      requestBody: { required: true, content: { 'application/json': { schema: item } } },
      responses: answers(item, { status: 201 }),
    },
  },
  [`/api/${kind}/{${name}}/`]: {
    parameters: [{ name, in: 'path', required: true, schema }],
    get: { operationId: `read-${kind}`, responses: answers(item) },
    delete: { operationId: `drop-${kind}`, responses: { 204: { description: 'Gone.' } } },
  },
})
const document = await described({
  ...of('projects', project, 'slug'),
  ...of('categories', category, 'id', { type: 'integer' }),
})

/** A server that refers to items by their URLs, like HyperlinkedRelatedField of Django REST framework. */
function serverOf() {
  const projects = new Map<string, object>()
  const categories = new Map<string, object>()
  let last = 6
  return ({ method, url }: Request, sent: string): Response => {
    const { origin, pathname } = new URL(url)
    const [, , kind = '', name = ''] = pathname.split('/')
    const all = kind === 'projects' ? projects : categories
    if (method === 'GET' && name === '') return Response.json([...all.values()])
    if (method === 'POST') {
      const body = JSON.parse(sent)
      const id = ++last
      const known = [...projects].map(([slug]) => `${origin}/api/projects/${slug}/`)
      if (kind === 'categories' && !known.includes(body.project))
        return Response.json({ project: ['Invalid hyperlink - No URL match.'] }, { status: 400 })
      const further = kind === 'projects' ? { url: `${origin}/api/projects/${body.slug}/` } : {}
      all.set(kind === 'projects' ? body.slug : `${id}`, { ...body, id, ...further })
      return Response.json({ ...body, id, ...further }, { status: 201 })
    }
    if (!all.has(name)) return new Response(null, { status: 404 })
    if (method === 'GET') return Response.json(all.get(name))
    all.delete(name)
    return new Response(null, { status: 204 })
  }
}

test('a property refers to an item by the URL that the item shows, once its own is no hyperlink', async () => {
  const lines = await outcomes(document, { rules: ['conformance'], answer: serverOf() })
  expect(lines).toEqual(document.operations.map(({ operationId }) => `conformance ${operationId}: passed`))
})
