import type { Walk } from '../../evidence/collection.ts'
import type { Finding } from '../../outcome/finding.ts'
import type { Round } from './round.ts'
import { rules } from './rules.ts'

/** The count of a filtered list is that of the items which the filter finds. */
export function checkCount({ operation, report }: Round, { pages, items, isWhole }: Walk): Finding[] {
  const [first] = pages
  const count = first?.count
  // A first page without items leaves nothing for the others.
  const isKnown = isWhole || items.length === 0
  if (first === undefined || count === undefined || !isKnown || count === items.length) return []
  return [
    report(first, {
      part: operation.list?.count?.join('.') ?? 'count',
      breaks: rules.count,
      beside: pages.slice(1).map(({ answer }) => answer),
      fact: { kind: 'wrong count', of: 'filter', items: items.length, received: String(count) },
    }),
  ]
}
