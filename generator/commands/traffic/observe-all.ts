import type { Observer, Recorded } from '@concordat/contract/passive'

/** Maximum number of exchanges observed at once; each has its body in memory. */
const AT_ONCE = 64

/** Passes all exchanges to an observer, a few at a time. */
export async function observeTraffic(observer: Observer, exchanges: Iterable<Recorded>): Promise<void> {
  let waiting = 0
  for (const exchange of exchanges) {
    observer.note(exchange)
    if (++waiting % AT_ONCE === 0) await observer.settled()
  }
  await observer.settled()
}
