import { isObject } from '@concordat/runtime/json'
import { type Answer, answerWorkAddress, answerWorkHeader, isSuccess } from '../../../data/exchange/answer.ts'
import { results } from '../../../lexicon/lexicon.ts'

/** Milliseconds before each check. The pauses are short because a create waits only for quick work. */
const PAUSES_MS = [0, 50, 100, 200, 400]

/** The address of an item that finished work created, and the response that shows it. */
export interface MadeByWork {
  readonly location: string
  readonly by: Answer
}

/**
 * Returns the address of the item that work accepted with a 202 creates, if the work's status document
 * eventually names it.
 * @param look Reads an address on the same server.
 */
export async function nameMadeByWork(
  accepted: Answer,
  look: (link: string) => Promise<Answer>,
): Promise<MadeByWork | undefined> {
  const address = answerWorkHeader(accepted) === undefined ? undefined : answerWorkAddress(accepted)
  const link = URL.parse(address ?? '', accepted.exchange.request.url)
  const own = URL.parse(accepted.exchange.request.url)
  if (address === undefined || link === null || link.host !== own?.host) return undefined
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const by = await look(link.href)
    if (!isSuccess(by) || !isObject(by.value)) return undefined
    const [, location] = Object.entries(by.value).find(([name]) => results.has(name)) ?? []
    if (typeof location === 'string') return { location, by }
  }
  return undefined
}
