import { ApiError } from '@concordat/runtime/client'
import { createClient } from '../../golden/list-with-offset-and-next/expected/client.ts'

/** The part of a response that a client reads, because some environments have no `Response`. */
function answerOf(status: number): Response {
  const body = { count: 1, next: null, previous: null, results: [{ id: 1, name: 'Rex' }] }
  const headers = new Map([['content-type', 'application/json']])
  return { status, headers, text: async () => JSON.stringify(body) } as unknown as Response
}

/**
 * Calls the generated client without a network. Returns "Rex 404 NetworkError" if classes work as they
 * should.
 */
export async function called(): Promise<string> {
  const statuses = [200, 404]
  globalThis.fetch = async () => {
    const status = statuses.shift()
    if (status === undefined) throw new TypeError('there is no network')
    return answerOf(status)
  }
  const api = createClient({ baseUrl: 'http://service.test' })
  const { results } = await api.listPets()
  const failures: unknown[] = []
  for (let call = 0; call < 2; call++) failures.push(await api.listPets().catch((error: unknown) => error))
  const [refused, broken] = failures
  const status = refused instanceof ApiError ? refused.status : 'no ApiError'
  return [results[0]?.name, status, broken instanceof Error ? broken.name : 'no Error'].join(' ')
}
