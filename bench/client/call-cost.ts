import { createClient, defineOperation, type Operation, writeToken } from '@concordat/runtime/client'

interface Answer {
  readonly status: 200
  readonly body: { readonly id: string }
}

const BASE_URL = 'http://service.test'
const BODY = JSON.stringify({ id: 'x', name: 'Rex', tags: ['a', 'b'] })

const getPet = defineOperation<Operation<{ path: { id: string }; query: { limit: number } }, Answer>>({
  operationId: 'getPet',
  method: 'GET',
  path: '/pets/{id}',
  statuses: '200 404',
  security: [['token']],
})

/** One value a round, in microseconds of processor time for one call. */
export interface CallCost {
  readonly ours: readonly number[]
  readonly bare: readonly number[]
}

/** Times calls of a client beside bare calls of `fetch`, round after round, over a `fetch` that answers without a network. */
export async function callCost({ rounds, calls }: { rounds: number; calls: number }): Promise<CallCost> {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    // As the platform's does, which is part of what a bare call costs.
    new Request(input, init)
    return new Response(BODY, { headers: { 'Content-Type': 'application/json' } })
  }
  try {
    const client = createClient(
      { baseUrl: BASE_URL, credentials: { token: 't' } },
      { securitySchemes: { token: { type: 'http', scheme: 'bearer', write: writeToken } } },
    )
    const callOurs = () => getPet(client, { path: { id: '7' }, query: { limit: 2 } })
    const headers = { Accept: 'application/json', Authorization: 'Bearer t' }
    const callBare = async () => (await globalThis.fetch(`${BASE_URL}/pets/7?limit=2`, { headers })).json()
    const cost = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await timed(callBare, calls)
      const ours = await timed(callOurs, calls)
      // The first round warms up.
      if (round === 0) continue
      cost.bare.push(bare)
      cost.ours.push(ours)
    }
    return cost
  } finally {
    globalThis.fetch = fetch
  }
}

async function timed(call: () => Promise<unknown>, calls: number): Promise<number> {
  const begin = process.cpuUsage()
  for (let index = 0; index < calls; index += 1) await call()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / calls
}
