import { BASE_URL } from './programs.ts'

const BODY = JSON.stringify({ id: 'x', name: 'Rex', tags: ['a', 'b'] })

export type Call = () => Promise<unknown>

/**
 * A `fetch` without a network. Like the platform's, it creates a Request, which is part of the cost of a bare
 * call.
 */
async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  new Request(input, init)
  return new Response(BODY, { headers: { 'Content-Type': 'application/json' } })
}

const headers = { Accept: 'application/json', Authorization: 'Bearer k' }
const bare: Call = async () => (await fetch(`${BASE_URL}/api/organizations/1`, { headers })).json()

/** Processor time per call in microseconds, with one value for each round. */
export type CallCosts = Readonly<Record<string, readonly number[]>>

/**
 * Times calls in rounds, using a `fetch` that responds without a network.
 * @param bundles code that exports `call`, by name.
 * @returns the costs of each bundle, and those of `fetch` itself under "bare".
 */
export async function callCosts(
  bundles: Readonly<Record<string, string>>,
  { rounds, calls }: { rounds: number; calls: number },
): Promise<CallCosts> {
  const { fetch } = globalThis
  globalThis.fetch = answer
  try {
    const contenders: [string, Call][] = [['bare', bare]]
    for (const [name, code] of Object.entries(bundles)) {
      const module: { readonly call: Call } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
      contenders.push([name, module.call])
    }
    const costs = new Map<string, number[]>(contenders.map(([name]) => [name, []]))
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, call] of contenders) {
        const cost = await timed(call, calls)
        // The first round is a warm-up.
        if (round > 0) costs.get(name)?.push(cost)
      }
    }
    return Object.fromEntries(costs)
  } finally {
    globalThis.fetch = fetch
  }
}

async function timed(call: Call, calls: number): Promise<number> {
  const begin = process.cpuUsage()
  for (let index = 0; index < calls; index += 1) await call()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / calls
}
