import type { OperationDescriptor } from '@concordat/runtime/http'
import { parameterClause } from '../../../data/document/clause.ts'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { allVerdicts, isCleanVerdict, nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { type Listing, listAll, wholeListQuery } from '../../evidence/observe.ts'
import { filtersOf, isListFilterOfMember, type KnownFilter } from '../list-protocol/filter.ts'
import { checkKnown, usedInFilters } from '../list-protocol/filters.ts'
import type { Round } from '../list-protocol/round.ts'
import { rules } from '../list-protocol/rules.ts'

/** Maximum number of values that one list is filtered by. */
const MOST_VALUES = 3

/**
 * Filters a list by values that items got only later in the run, such as the states to which actions led
 * them.
 */
export async function checkLateFilters(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, listing }: { readonly item: Item; readonly listing: Listing },
): Promise<Verdict> {
  const { limit } = operation.list ?? {}
  const isOfSomeKinds = Object.keys(wholeListQuery(context.document, operation)).every(
    (name) => name === limit,
  )
  if (!isOfSomeKinds || !context.asks(rules.filter)) return nothingCompared()
  const first = roundOver(context, operation, { item, listing })
  const verdicts: Verdict[] = []
  for (const late of first === undefined ? [] : lateValues(first)) {
    if (first === undefined || context.budget.isUsed) break
    const verdict = await verdictOn(first, late)
    // Another client may have changed an item in the meantime.
    verdicts.push(isCleanVerdict(verdict) ? verdict : await context.budget.makeSure(() => again(late)))
  }
  return allVerdicts(verdicts)

  async function again(late: KnownFilter): Promise<Verdict> {
    const listed = await listAll(context, item)
    const round = listed && roundOver(context, operation, { item, listing: listed })
    return round === undefined ? nothingCompared() : verdictOn(round, late)
  }
}

/** Choices that items of the list have, and by which the run has not filtered the list. */
function lateValues(round: Round): readonly KnownFilter[] {
  const isUsed = usedInFilters(round)
  const known = filtersOf(round).flatMap((filter): readonly KnownFilter[] => {
    const { each, parameter, name } = filter
    const isOfMember = [...round.members.keys()].some((member) => isListFilterOfMember(parameter, member))
    if (each.values.choices === undefined || !isOfMember || !round.members.has(name)) return []
    const held = [...new Set(round.whole.items.flatMap((one) => filter.valuesIn(one)))]
    return held
      .filter((value) => !filter.isNone(value) && [value, String(value)].some((one) => each.allows(one)))
      .map((value) => ({ filter, known: value }))
  })
  return known.filter((one) => !isUsed(one)).slice(0, MOST_VALUES)
}

async function verdictOn(round: Round, { filter, known }: KnownFilter): Promise<Verdict> {
  const verdicts: Verdict[] = []
  for await (const verdict of checkKnown(round, filter, known)) verdicts.push(verdict)
  return allVerdicts(verdicts)
}

/** A round of checks over a list that was read as a whole. */
function roundOver(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, listing: { pages, items } }: { readonly item: Item; readonly listing: Listing },
): Round | undefined {
  const [page] = pages
  const collection = new Collection(context, operation, item)
  return (
    page && {
      ...{ context, operation, collection, whole: { ...page, items } },
      own: new Set(context.pool.live(item.resource).flatMap((one) => boundItemName(one) ?? [])),
      ...{ varied: [], size: undefined, least: undefined, firstPages: new Map() },
      mayGoOn: () => !context.budget.isUsed,
      members: shownProperties(operation, context.document),
      ids: (shown) => shown.items.map((one) => collection.identify(one)),
      report: (shown, { part, ...violation }) => {
        const parameter = operation.parameters?.find(
          ({ in: where, name }) => where === 'query' && name === part,
        )
        const clause = parameter === undefined ? operation.pointer : parameterClause(operation, parameter)
        return context.finding({
          operation,
          answer: shown.answer,
          beside: [page.answer],
          clause,
          ...violation,
        })
      },
    }
  )
}
