import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from './small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const post: Operation = {
  ...{ operationId: 'register', method: 'POST', path: '/register' },
  requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  responses: { 200: {}, 400: {} },
}

/** What is told of the methods of "/register", where every other one is answered with 404. @param status of the documented one. */
function told(status: number, disposable = true): Promise<string[]> {
  const answer = ({ method }: Request): Response =>
    new Response(null, { status: method === 'POST' ? status : 404 })
  return outcomes(documentOf([post]), { answer, rules: ['methods'], disposable })
}

test('404 to an undocumented method is told where the documented one is there', async () => {
  expect(await told(200)).toEqual([
    'methods register: status 405 to the undocumented GET | status 404, and 2 more like it',
  ])
})

test('404 says nothing of a method where the documented one finds nothing, or is not sent', async () => {
  const silent = 'methods register: not run, because no undocumented method of the path could be tried'
  expect([await told(404), await told(200, false)]).toEqual([[silent], [silent]])
})
