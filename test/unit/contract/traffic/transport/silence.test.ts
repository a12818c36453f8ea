import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

/**
 * Counts the requests to an operation. @param isAnswered returns true if a request gets a response, given the
 * number of requests before it.
 */
async function requestsTo(isAnswered: (before: number) => boolean) {
  const get = (operationId: string) => ({
    operationId,
    parameters: [{ name: 'size', in: 'query', schema: { type: 'integer', minimum: 1 } }],
    responses: { ...answers({ type: 'object' }), 400: { description: 'No' } },
  })
  const document = await described({ '/quick': { get: get('quick') }, '/slow': { get: get('slow') } })
  let sent = 0
  // Fails like a request that times out, without waiting.
  const answer = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/slow' && !isAnswered(sent++)) throw new DOMException('', 'TimeoutError')
    const size = Number(searchParams.get('size') ?? 1)
    return Response.json({}, { status: Number.isInteger(size) && size > 0 ? 200 : 400 })
  }
  const rules = ['conformance', 'negative', 'generated', 'robustness', 'methods', 'head']
  const lines = await outcomes(document, { answer, rules, concurrency: 1 })
  return { sent, lines: lines.filter((line) => line.includes(' slow:')) }
}

test('an operation that never answers is asked twice in a run', async () => {
  const { sent, lines } = await requestsTo(() => false)
  expect(sent).toBe(2)
  expect(lines[0]).toBe('conformance slow: a response | no response: it timed out after 10000 ms')
  expect(lines).toContain(
    'generated slow: not run, because slow did not respond to any of 2 requests in time',
  )
})

test('one that answered once is asked on', async () => {
  const { sent, lines } = await requestsTo((before) => before !== 1)
  expect(sent).toBeGreaterThan(4)
  expect(lines.join('\n')).not.toContain('none of')
})
