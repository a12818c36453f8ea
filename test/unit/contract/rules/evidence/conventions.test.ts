import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../support/small-service.ts'

type Answer = (request: Request, text: string) => Response

const schema = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } } as const
const PATHS = ['/crates', '/barrels', '/sacks']

/** Operations that take a count, and need a token. */
const document = documentOf(
  PATHS.flatMap((path) => [
    {
      ...{ operationId: `read ${path}`, method: 'GET', path, responses: { 200: {}, 401: {} } },
      security: [{ token: [] }],
    },
    {
      ...{ operationId: `send ${path}`, method: 'POST', path, responses: { 200: {}, 400: {}, 401: {} } },
      requestBody: { required: true, content: { 'application/json': { schema } } },
      security: [{ token: [] }],
    },
  ]),
  { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
)

/** Returns the operations with findings of a family, and the conventions. */
async function told(family: string, answer: Answer): Promise<readonly string[]> {
  const { results, conventions = [] } = await runContract({
    ...{ document, select: { rules: [family] } },
    target: {
      ...{ baseUrl: 'http://small.test', disposable: true, credentials: { token: 'secret' } },
      fetch: async (request) => answer(request, await request.clone().text()),
    },
  })
  const failed = results.filter(({ outcome }) => outcome.status === 'failed')
  return [...new Set(failed.map(({ operationId }) => operationId)), ...conventions]
}

describe('a convention of the server is a remark, and a deviation from it a finding', () => {
  test('strings for numbers', async () => {
    const reading =
      (strict: string): Answer =>
      ({ method, url }, text) => {
        const { count } = method === 'POST' ? JSON.parse(text || '{}') : { count: 1 }
        const isRead = Number.isInteger(url.endsWith(strict) ? count : Number(count ?? 'none'))
        return new Response(null, { status: isRead ? 200 : 400 })
      }
    expect(await told('leniency/lookalikes', reading('/nowhere'))).toEqual(['text for numbers'])
    const [first, second] = await told('leniency/lookalikes', reading('/sacks'))
    expect([first, second]).toEqual(['send /crates', 'send /barrels'])
  })

  test('no challenge', async () => {
    const challenging =
      (path: string): Answer =>
      ({ headers, url }) => {
        if (headers.get('authorization') === 'Bearer secret') return new Response(null, { status: 200 })
        const challenge: HeadersInit = url.endsWith(path) ? { 'www-authenticate': 'Bearer' } : {}
        return new Response(null, { status: 401, headers: challenge })
      }
    expect(await told('authentication/challenge', challenging('/nowhere'))).toEqual(['no challenge'])
    const found = await told('authentication/challenge', challenging('/sacks'))
    expect(found).toHaveLength(4)
    expect(found).not.toContain('no challenge')
  })
})
