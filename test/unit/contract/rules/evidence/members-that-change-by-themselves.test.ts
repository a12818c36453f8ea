import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const limit = {
  type: 'object',
  properties: { name: { type: 'string' }, used: { type: 'integer', minimum: 0 }, note: { type: 'string' } },
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const requestBody = { required: true, content: { 'application/json': { schema: limit } } }
const paths = {
  '/limits': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: limit }) },
    post: {
      operationId: 'create',
      requestBody,
      responses: answers(
        { ...limit, properties: { id: { type: 'string' }, ...limit.properties } },
        { status: 201 },
      ),
    },
  },
  '/limits/{id}': {
    parameters: [id],
    get: { operationId: 'read', responses: answers(limit) },
    patch: { operationId: 'update', requestBody, responses: { 204: {} } },
    delete: { operationId: 'remove', responses: { 204: {} } },
  },
}

interface Limit {
  readonly id: string
  readonly used?: number
  /** The time at which the number of used places last changed. */
  readonly since: number
}

/** Returns the number of used places after a change to another property, or after some time. */
type UsedNow = (limit: Limit, isChange: boolean) => number

/**
 * Returns the findings about an update on a server of limits. @param crashes how often the update fails with
 * a 500 before it succeeds.
 */
async function updates(usedNow: UsedNow, crashes = 0): Promise<string> {
  let left = crashes
  const limits = new Map<string, Limit>()
  const shown = (one: Limit) => ({ ...one, since: undefined, used: usedNow(one, false) })
  const answer = (request: Request, text: string): Response => {
    const { pathname } = new URL(request.url)
    const sent = text === '' ? {} : JSON.parse(text)
    if (request.method === 'POST') {
      const made = { used: 0, ...sent, id: `limit-${limits.size}`, since: performance.now() }
      limits.set(made.id, made)
      return Response.json(shown(made), { status: 201 })
    }
    if (pathname === '/limits') return Response.json([...limits.values()].map(shown))
    const known = limits.get(pathname.slice('/limits/'.length))
    if (known === undefined) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(shown(known))
    if (request.method === 'PATCH' && left-- > 0) return new Response(null, { status: 500 })
    if (request.method === 'DELETE') limits.delete(known.id)
    else {
      const kept = 'used' in sent ? {} : { used: usedNow(known, true) }
      limits.set(known.id, { ...known, ...kept, ...sent, since: performance.now() })
    }
    return new Response(null, { status: 204 })
  }
  const all = await outcomes(await described(paths), { answer, rules: ['lifecycle'] })
  return all.filter((line) => line.startsWith('lifecycle update')).join('\n')
}

test.each([0.1, 5])(
  'a member that changes each %d ms while nothing is sent is not changed by updates',
  async (ms) => {
    const freed = ({ used = 0, since }: Limit): number => used + Math.floor((performance.now() - since) / ms)
    expect(await updates(freed)).toBe('lifecycle update: passed')
  },
)

test('one that the update of another changes once is', async () => {
  const reset = ({ used = 0 }: Limit, isChange: boolean): number => (isChange ? used + 1 : used)
  expect(await updates(reset)).toContain('"used" to stay')
})

test('an update that crashes once, and is done when it is sent again, is no finding', async () => {
  const asSent = ({ used = 0 }: Limit): number => used
  expect(await updates(asSent, 1)).toBe('lifecycle update: passed')
  expect(await updates(asSent, Number.POSITIVE_INFINITY)).toContain('status 500')
})
