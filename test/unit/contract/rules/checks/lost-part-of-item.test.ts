import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', maxLength: 20 }
const score = { type: 'object', required: ['id', 'title'], properties: { id: text, title: text } }
const notes = { type: 'object', required: ['bars'], properties: { bars: { type: 'integer' } } }
const none = { 404: { description: 'None.' } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
const requestBody = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties: { title: text } } } },
}

/** Scores, with a part that a read of its own shows. */
const archive = (method: string) =>
  described({
    '/scores': {
      post: { operationId: 'addScore', requestBody, responses: answers(score, { status: 201 }) },
    },
    '/scores/{id}': {
      parameters,
      get: { operationId: 'getScore', responses: { ...answers(score), ...none } },
      [method]: { operationId: 'changeScore', requestBody, responses: { ...answers(score), ...none } },
    },
    '/scores/{id}/notes': {
      parameters,
      get: { operationId: 'getNotes', responses: { ...answers(notes), ...none } },
    },
  })

/** @param hasNotes true if a score with this title, which had another one at first, has notes. */
async function told(
  hasNotes: (title: string, first: string) => boolean,
  change = 'patch',
): Promise<readonly string[]> {
  const scores = new Map<string, { id: string; title: string }>()
  const firsts = new Map<string, string>()
  return outcomes(await archive(change), {
    rules: ['nesting/kept'],
    answer: ({ method, url }, sent) => {
      const [, , name, part] = new URL(url).pathname.split('/')
      const found = scores.get(name ?? '')
      if (name !== undefined && found === undefined) return new Response(null, { status: 404 })
      const id = name ?? `s${scores.size}`
      const now = { title: '', ...found, ...(sent !== '' && JSON.parse(sent)), id }
      firsts.set(id, firsts.get(id) ?? now.title)
      scores.set(id, now)
      if (part === undefined) return Response.json(now, { status: method === 'POST' ? 201 : 200 })
      return hasNotes(now.title, firsts.get(id) ?? '')
        ? Response.json({ bars: 8 })
        : new Response(null, { status: 404 })
    },
  })
}

test('parts that stay, or that never were, break nothing', async () => {
  expect(await told(() => true)).toEqual(['nesting getScore: passed'])
  expect(await told(() => false)).toEqual(['nesting getScore: passed'])
})

test.each(['patch', 'put'])('a part that is gone after a %s of its item is told', async (change) => {
  expect(await told((title, first) => title === first, change)).toEqual([
    `nesting getScore: GET /scores/{id}/notes to succeed as before ${change.toUpperCase()} /scores/{id}, which changed the item | status 404`,
  ])
})
