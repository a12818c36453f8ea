import { setTimeout as sleep } from 'node:timers/promises'
import { batchSize, makeBatches } from '../load/capture.ts'
import { sendAll } from '../load/requests.ts'
import { concurrency } from '../load/setting.ts'
import type { Capturing } from './capturing.ts'

export interface RoundSizes {
  readonly events: number
  readonly persons: number
  readonly rounds: number
  readonly signal: AbortSignal
}

/** Results of rounds in which two services capture equally many events. */
export interface Rounds {
  /**
   * Number of events that each service captured, including the warm-up round; `ofRound` is the number per
   * round.
   */
  readonly events: number
  readonly ofRound: number
  /** Seconds until all events were accepted, per round. */
  readonly captured: { readonly alone: readonly number[]; readonly beside: readonly number[] }
  /** Seconds until ClickHouse had all events, per round. */
  readonly arrived: readonly number[]
  /** Seconds by which ClickHouse lagged behind at each check while events were captured. */
  readonly lags: readonly number[]
}

/** Milliseconds between two checks of the waiting events. */
const pause = 100

export async function measureRounds(
  { alone, beside }: { readonly alone: Capturing; readonly beside: Capturing },
  { events, persons, rounds, signal }: RoundSizes,
): Promise<Rounds> {
  const count = Math.ceil(events / batchSize / (rounds + 1))
  const captured = { alone: [] as number[], beside: [] as number[] }
  const arrived: number[] = []
  const lags: number[] = []
  const capture = async ({ url, token }: Capturing) => {
    const bodies = makeBatches(persons, count).map((batch) => JSON.stringify({ api_key: token, batch }))
    const next = (index: number) => ({
      url: `${url}/batch/`,
      headers: { 'content-type': 'application/json' },
      body: bodies[index] ?? '',
    })
    return await sendAll(next, { count, concurrency, signal })
  }
  for (let round = 0; round <= rounds; round++) {
    const ofAlone = await capture(alone)
    const looks: number[] = []
    let isCaptured = false
    const looking = (async () => {
      for (; !isCaptured; await sleep(pause)) looks.push((await beside.waiting()).seconds)
    })()
    const begin = performance.now()
    const ofBeside = await capture(beside)
    isCaptured = true
    await looking
    while ((await beside.waiting()).rows > 0) await sleep(pause, undefined, { signal })
    if (round === 0) continue // The first round creates the persons and warms the caches for both services.
    captured.alone.push(ofAlone)
    captured.beside.push(ofBeside)
    arrived.push((performance.now() - begin) / 1000)
    lags.push(...looks)
  }
  const ofRound = count * batchSize
  return { events: ofRound * (rounds + 1), ofRound, captured, arrived, lags }
}
