import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const object = (properties: object) => ({ type: 'object', properties })
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const missing = () => Response.json({ detail: 'not found' }, { status: 404 })
const gone = { 204: { description: 'Gone' }, 404: { description: 'Not there' } }

/** Returns a document of sets that are read by number or slug, but deleted only by number. */
function setsDocument(made: object, shown: object) {
  return described({
    '/sets': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: shown }) },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema: object({ slug: text }) } } },
        responses: answers(made, { status: 201 }),
      },
    },
    '/sets/{id_or_slug}': {
      get: {
        operationId: 'read',
        parameters: [inPath('id_or_slug', text)],
        responses: { ...answers(shown), 404: {} },
      },
    },
    '/sets/{pk}': { delete: { operationId: 'remove', parameters: [inPath('pk', number)], responses: gone } },
  })
}

function setsService(answer: (id: number, slug: string) => object) {
  const sets = new Map<number, string>()
  let last = 0
  const serve = ({ method, url }: Request, body: string): Response => {
    const called = new URL(url).pathname.split('/')[2]
    if (method === 'POST') {
      sets.set(++last, Object(JSON.parse(body)).slug ?? `s${last}`)
      return Response.json(answer(last, sets.get(last) ?? ''), { status: 201 })
    }
    const all = [...sets].map(([id, slug]) => ({ slug, id, url: `/pages/sets/${slug}/` }))
    if (called === undefined) return Response.json(all)
    const found = all.find(({ id, slug }) => String(id) === called || (method === 'GET' && slug === called))
    if (found === undefined || method === 'GET') return found === undefined ? missing() : Response.json(found)
    sets.delete(found.id)
    return new Response(null, { status: 204 })
  }
  return { sets, serve }
}

test('an item is called as all of its paths can call it', async () => {
  const { sets, serve } = setsService((id, slug) => ({ slug, id }))
  const set = object({ slug: text, id: number })
  const document = await setsDocument(set, set)
  const lines = await outcomes(document, { rules: ['conformance'], disposable: false, answer: serve })
  expect(lines).toEqual(['list', 'create', 'read', 'remove'].map((id) => `conformance ${id}: passed`))
  expect([...sets]).toEqual([])
})

test('an item is found in its list by its number, though its link there says its slug', async () => {
  const { serve } = setsService((id, slug) => ({ id, result: { slug } }))
  const document = await setsDocument(object({}), object({ title: text }))
  const lines = await outcomes(document, { rules: ['lifecycle'], disposable: false, answer: serve })
  expect(lines).toEqual(['lifecycle create: passed', 'lifecycle remove: passed'])
})
