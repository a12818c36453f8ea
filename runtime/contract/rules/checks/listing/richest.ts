import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { allVerdicts, nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { findListed, type Listing, type Observation } from '../../evidence/observe.ts'
import { compareListed } from '../agreement/agreement.ts'
import { rules } from './rules.ts'

/** Maximum number of items that are read. */
const MOST_READ = 2

interface Candidate {
  readonly item: Item
  readonly listed: Observation
  readonly riches: readonly string[]
}

/**
 * Compares the list with reads of the items that have most to show after the whole run, such as a count of
 * several items below, because a wrong count of one item is often right.
 */
export async function checkRichest(
  context: CheckContext,
  operation: OperationDescriptor,
  { items, listing }: { readonly items: readonly Item[]; readonly listing: Listing },
): Promise<Verdict> {
  if (!context.asks(rules.alike)) return nothingCompared()
  let left = items.flatMap((item): readonly Candidate[] => {
    const listed = findListed(listing, item)
    const isKnown = listed?.value !== undefined && listed.isLikely !== true
    return isKnown ? [{ item, listed, riches: richesOf(listed.value) }] : []
  })
  const verdicts: Verdict[] = []
  const seen = new Set<string>()
  while (verdicts.length < MOST_READ && !context.budget.isUsed) {
    const newIn = ({ riches }: Candidate): number => riches.filter((one) => !seen.has(one)).length
    const [best] = left.toSorted((one, other) => newIn(other) - newIn(one))
    if (best === undefined || newIn(best) === 0) break
    for (const each of best.riches) seen.add(each)
    left = left.filter((one) => one !== best)
    const { item, listed } = best
    const compared = await resultIfRun(() =>
      compareListed(context, operation, { item, listed, breaks: rules.alike }),
    )
    verdicts.push(compared ?? nothingCompared())
  }
  return allVerdicts(verdicts)
}

/** Length of a text that lists might cut. */
const LONG = 100

/**
 * The properties with a value that is not empty, those that count or contain several, and those with long or
 * unusual texts.
 */
function richesOf(value: unknown): readonly string[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, own]) => {
    const size = Array.isArray(own) ? own.length : typeof own === 'number' ? own : own ? 1 : 0
    const isText = typeof own === 'string'
    return [
      ...(size === 0 ? [] : [name]),
      ...(size > 1 ? [`several ${name}`] : []),
      ...(isText && own.length > LONG ? [`long ${name}`] : []),
      ...(isText && /[^\w :.,/@+-]/.test(own) ? [`unusual ${name}`] : []),
    ]
  })
}
