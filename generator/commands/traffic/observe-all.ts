import type { Observer, Recorded } from '@concordat/contract/passive'

/** Exchanges that are judged at once: each waits with its body in memory. */
const AT_ONCE = 64

/** Has an observer judge all exchanges, a few at a time. */
export async function observeAll(observer: Observer, exchanges: Iterable<Recorded>): Promise<void> {
  let waiting = 0
  for (const exchange of exchanges) {
    observer.note(exchange)
    if (++waiting % AT_ONCE === 0) await observer.settled()
  }
  await observer.settled()
}
