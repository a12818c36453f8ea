import { parameterClause } from '../../../data/document/clause.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import type { Listing } from '../../evidence/observe.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { rules } from './rules.ts'

/**
 * Checks a first page that has fewer items than its limit although another page follows. A server is allowed
 * to shorten pages, but then a smaller limit must not show more items: that would mean that the server
 * ignores the larger one.
 */
export async function checkLargerLimit(
  context: CheckContext,
  { by: operation, pages }: Listing,
  { binding }: Item,
): Promise<readonly Finding[]> {
  const [first, second] = pages
  const parameter = operation.parameters?.find(
    ({ name, in: location }) => location === 'query' && name === operation.list?.limit,
  )
  if (first === undefined || parameter === undefined || !context.asks(rules['larger-limit'])) return []
  const { name: limit } = parameter
  const { length } = first.items
  const large = Number(first.asked.query[limit])
  if (second === undefined || second.items.length === 0 || !(length + 1 < large)) return []
  const collection = new Collection(context, operation, { binding })
  const read = (size: number): Promise<ListedPage | undefined> =>
    resultIfRun(() => collection.page({ ...first.asked.query, [limit]: size }))
  const smaller = await read(length + 1)
  // Another client may have added items in the meantime.
  const again = smaller !== undefined && smaller.items.length > length ? await read(large) : undefined
  if (smaller === undefined || again === undefined || again.items.length >= smaller.items.length) return []
  return [
    context.finding({
      ...{ operation, answer: again.answer, beside: [smaller.answer], breaks: rules['larger-limit'] },
      clause: parameterClause(operation, parameter),
      fact: {
        ...{ kind: 'larger limit shows fewer', limit, size: large, smaller: length + 1 },
        ...{ wanted: smaller.items.length, received: again.items.length },
      },
    }),
  ]
}
