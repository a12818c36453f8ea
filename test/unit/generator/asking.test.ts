import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const list = (items: object) => ({ type: 'array', items })
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
})
const point = object({ id: text, email: text, payload: text })

/** Returns the role of a POST next to "/points/{id}". @param body the schema of its request. */
async function roleOf(body: object, { shown = list(point) as object, status = 200 } = {}): Promise<string> {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
  const { operations } = await described({
    '/points': {
      post: {
        operationId: 'post',
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: answers(shown, { status }),
      },
    },
    '/points/{id}': {
      get: { operationId: 'read', parameters, responses: answers(object({ result: point })) },
    },
  })
  return operations.find(({ operationId }) => operationId === 'post')?.resource?.role ?? 'none'
}

test.each([
  ['ids', object({ ids: list(text), payload: text }, ['ids'])],
  ['a page', object({ page: text, payload: text }, ['page'])],
  ['ids that may be left out', object({ ids: list(text) })],
])('a POST that is answered with items by %s makes none', async (_, body) => {
  expect(await roleOf(body)).toBe('none')
  expect(
    await roleOf(body, { shown: object({ errors: list(object({ code: text })), result: list(point) }) }),
  ).toBe('none')
  expect(await roleOf(body, { status: 201 })).toBe('create')
  expect(await roleOf(body, { shown: point })).toBe('create')
})

test.each([
  ['members of theirs', object({ page: text, payload: text }, ['page', 'payload'])],
  ['lists of such members', object({ emails: list(text) }, ['emails'])],
  ['whole items', object({ points: list(point) }, ['points'])],
  ['nothing in particular', object({ payload: text })],
])('a POST that is sent %s makes them', async (_, body) => {
  expect(await roleOf(body)).toBe('create')
})
