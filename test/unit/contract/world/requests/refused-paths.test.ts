import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const note = { type: 'object', properties: { id: text, title: text, mood: text } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
const requestBody = { content: { 'application/json': { schema: note } } }
const document = await described({
  '/books': { get: { operationId: 'books', responses: answers({ type: 'array', items: note }) } },
  '/books/{id}': { get: { operationId: 'book', parameters, responses: answers(note) } },
  '/books/{id}/notes': {
    post: { operationId: 'add', parameters, requestBody, responses: answers(note, { status: 201 }) },
  },
  '/notes/{id}': {
    get: { operationId: 'read', parameters, responses: answers(note) },
    delete: { operationId: 'drop', parameters, responses: { 204: { description: 'Gone' } } },
  },
})

/** Returns the number of notes that a run adds to another's book, which is refused with these words. */
async function countOf(message: string): Promise<number> {
  let count = 0
  await outcomes(document, {
    rules: ['conformance'],
    answer({ method, url }) {
      const { pathname } = new URL(url)
      if (method === 'POST') count++
      if (method === 'POST') return Response.json({ message }, { status: 404 })
      if (pathname === '/books') return Response.json([{ id: 'theirs', title: 'A', mood: 'calm' }])
      return Response.json({ id: 'theirs', title: 'A', mood: 'calm' })
    },
  })
  return count
}

test("a 404 for another's item is about the path, unless its words name a property", async () => {
  const [ofPath, ofMember] = [await countOf('Not found.'), await countOf('No such mood.')]
  expect(ofPath).toBeLessThan(ofMember)
})
