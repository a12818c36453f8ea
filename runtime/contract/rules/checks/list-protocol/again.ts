import {
  NotRun,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictIfAsked,
} from '../../../data/outcome/not-run.ts'
import { assumedQueryValues } from '../../evidence/assumed-values.ts'
import type { ListedPage } from '../../evidence/collection.ts'
import { isSameOrderInRound, type Round, roundIdsText } from './round.ts'
import { rules } from './rules.ts'

/** True if a list has grown since the last read, as a log of requests does. */
function hasGrown(before: ListedPage, { count, items }: ListedPage): boolean {
  return before.count !== undefined && count !== undefined
    ? count > before.count
    : items.length > before.items.length
}

/**
 * Checks that a second read shows the same items in the same order. It sends the parameters that the first
 * read omitted, so that one request checks both that the order is stable and that the documented defaults
 * apply.
 */
export async function checkAgain(round: Round): Promise<Verdict> {
  const { context, collection, operation, whole, ids, report } = round
  if (!context.asks(rules.order, rules.defaults)) return nothingCompared()
  const assumed = assumedQueryValues(operation, context.document).filter(
    ({ parameter }) => !context.pool.permission.withholds(operation, parameter),
  )
  const query = (some: typeof assumed): Record<string, unknown> =>
    Object.fromEntries(some.map(({ parameter, value }) => [parameter.name, value]))
  // A parameter can have its own syntax, so the server is allowed to reject the assumed value.
  const named = await resultIfRun(() => collection.page(query(assumed)))
  const isKnown = context.asks(rules.order) || assumed.length > 0
  if (named !== undefined && isSameOrderInRound(ids(whole), ids(named))) return verdictIfAsked(isKnown, [])
  const again = assumed.length === 0 && named !== undefined ? named : await collection.page()
  if (!isSameOrderInRound(ids(whole), ids(again))) {
    if (hasGrown(whole, again) && hasGrown(again, await collection.page()))
      throw new NotRun({ kind: 'always more', operation: operation.operationId })
    return [
      report(again, {
        part: 'items',
        breaks: rules.order,
        fact: {
          kind: 'order turns',
          received: `${roundIdsText(ids(again))} after ${roundIdsText(ids(whole))}`,
        },
      }),
    ]
  }
  for (const one of named === undefined ? [] : assumed) {
    const { parameter, value } = one
    const page = assumed.length === 1 ? named : await resultIfRun(() => collection.page(query([one])))
    if (page === undefined || isSameOrderInRound(ids(whole), ids(page))) continue
    return [
      report(again, {
        part: parameter.name,
        breaks: rules.defaults,
        fact: {
          ...{ kind: 'other default', parameter: parameter.name, value: String(value) },
          ...{ ids: roundIdsText(ids(page)), received: roundIdsText(ids(again)) },
        },
        beside: [page.answer],
      }),
    ]
  }
  return verdictIfAsked(isKnown, [])
}
