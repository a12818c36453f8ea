import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { readAnswer } from '../../../../../runtime/contract/data/exchange/read-answer.ts'
import { ToldFailures } from '../../../../../runtime/contract/traffic/session/told-failures.ts'
import { answers, described } from '../../support/described.ts'

const operation = (operationId: string) => ({
  ...{ operationId, method: 'GET', path: `/${operationId}`, tag: 'cups' },
  ...{ pointer: `#/paths/~1${operationId}/get`, responses: {} },
})
const answerOf = (value: unknown) =>
  readAnswer(
    {
      ...{ status: 200, text: JSON.stringify(value), isCut: false },
      headers: new Headers({ 'content-type': 'application/json' }),
    },
    { request: { method: 'GET', url: 'http://small.test/', headers: {} }, sentAt: '', milliseconds: 0 },
  )

/** Returns whether each response reports a failure, for responses in this order. */
function failures(...all: readonly (readonly [name: string, value: unknown, isWrong?: boolean])[]) {
  const told = new ToldFailures()
  return all.map(
    ([name, value, isWrong = false]) =>
      told.judged({ operation: operation(name), isWrong }, answerOf(value)).isFailure === true,
  )
}

const shown = { code: 200, message: 'ok', data: { id: 'c1' } }

test('an error status in the content is a failure once another code has come with content', () => {
  const busy = { code: 500, message: 'The system is busy.', data: null }
  expect(failures(['cups', busy], ['cups', shown], ['cups', busy])).toEqual([false, false, true])
})

test('any other code is one only if it rejects a wrong request and no valid one', () => {
  const none = { code: 'A0400', message: 'None.', data: null }
  const fine = { code: '00000', message: 'Fine.', data: { id: 'c1' } }
  expect(failures(['cups', fine], ['cups', none])).toEqual([false, false])
  expect(failures(['cups', fine], ['cups', none, true], ['mugs', none])).toEqual([false, true, true])
  const made = { code: 3, message: 'Made.', data: null }
  expect(failures(['cups', fine], ['mugs', made], ['mugs', made, true])).toEqual([false, false, false])
})

test('a code that comes with content is none, and neither are 0 and codes of success', () => {
  const empty = { code: 404, message: 'ok', data: null }
  expect(failures(['cups', shown], ['cups', { ...empty, data: { id: 'c2' } }], ['cups', empty])).toEqual([
    ...[false, false, false],
  ])
  for (const code of [0, 201, '200'])
    expect(failures(['cups', shown], ['cups', { ...empty, code }, true])).toEqual([false, false])
})

test('a create that fails in this way has created nothing', async () => {
  const cup = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }
  const told = (data: object) => ({
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
  })
  const document = await described({
    '/cups': {
      get: { operationId: 'list', responses: answers(told({ type: 'array', items: cup })) },
      post: {
        operationId: 'create',
        requestBody: { content: { 'application/json': { schema: cup } } },
        responses: answers(told({ type: ['object', 'null'] })),
      },
    },
    '/cups/{id}': {
      get: {
        operationId: 'read',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: answers(told(cup)),
      },
    },
  })
  const { leftBehind } = await runContract({
    document,
    target: {
      baseUrl: 'http://small.test',
      fetch: async ({ method, url }) => {
        if (method !== 'GET') return Response.json({ code: 500, message: 'Busy.', data: null })
        const item = { id: 'c1', name: 'Mug' }
        const data = url.endsWith('/cups') ? [item] : item
        return Response.json({ code: 200, message: 'ok', data })
      },
    },
  })
  expect(leftBehind).toEqual([])
})
