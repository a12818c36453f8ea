import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { workInBody } from '../../../data/address/work.ts'
import { type Answer, answerWorkAddress, answerWorkHeader, isSuccess } from '../../../data/exchange/answer.ts'
import { envelopes, results } from '../../../lexicon/lexicon.ts'

/** Milliseconds before each check. The pauses are short because a create waits only for quick work. */
const PAUSES_MS = [0, 50, 100, 200, 400]

/** The address of an item that finished work created, and the response that shows it. */
export interface MadeByWork {
  readonly location: string
  readonly by: Answer
}

/**
 * Returns the address of the item that accepted work creates, if the work's status document eventually names
 * it.
 * @param look Reads an address on the same server.
 */
export async function nameMadeByWork(
  accepted: Answer,
  {
    operation,
    document,
    look,
  }: {
    readonly operation: OperationDescriptor
    readonly document: DocumentDescriptor
    readonly look: (link: string) => Promise<Answer>
  },
): Promise<MadeByWork | undefined> {
  const address =
    answerWorkHeader(accepted) === undefined
      ? workInBody(accepted, { operation, document })?.location
      : answerWorkAddress(accepted)
  const link = URL.parse(address ?? '', accepted.exchange.request.url)
  const own = URL.parse(accepted.exchange.request.url)
  if (address === undefined || link === null || link.host !== own?.host) return undefined
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const by = await look(link.href)
    if (!isSuccess(by) || !isObject(by.value)) return undefined
    const location = resultIn(by.value)
    if (location !== undefined) return { location, by }
  }
  return undefined
}

/** The address of a result, or the name of one, as in `{"response": {"name": "models/7"}}`. */
function resultIn(work: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(work)) {
    if (typeof value === 'string' && results.has(name)) return value
    const inner = isObject(value) && envelopes.any.has(name) ? value['name'] : undefined
    if (typeof inner === 'string' && /^[^\s]+\/[^\s/]+$/.test(inner)) return inner
  }
  return undefined
}
