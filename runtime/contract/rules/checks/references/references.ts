import {
  allVerdicts,
  NotRun,
  nothingCompared,
  resultIfRun,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { linksOfItems } from '../../../world/requests/members/item-links.ts'
import type { Check } from '../../check.ts'
import { checkCircle } from './circle.ts'
import { rules } from './rules.ts'
import { Story } from './story.ts'

/** Maximum number of links that are tried for one create. */
const MOST_LINKS = 2

/** Number of requests that a `Story` needs. */
const REQUESTS = 20

/** References between items are consistent with the data of the items that they refer to. */
export const references: Check = {
  code: 'references',
  description:
    'If a body refers to another item, the run creates two items that refer to the same target. It then points one of them to another target and removes the other. The referring items, and the counts and lists of both targets, stay correct. After a target is removed, an item that refers to it is both readable and listed, or neither. No item can be moved below itself.',
  assertions: Object.values(rules),
  example: '`DELETE /pets/7` succeeds, but its owner still has `"pet_count": 1`.',
  fix: 'Compute counts and lists on each read or with every change. Reject cycles.',
  reserve: { fraction: 0.25, isIndivisible: true },
  applies: (operation, document) => linksOfItems(operation, document).length > 0,
  title: () => 'counts and lists of references are correct',
  async run(context, operation): Promise<Verdict> {
    const verdicts: Verdict[] = []
    for (const link of linksOfItems(operation, context.document).slice(0, MOST_LINKS)) {
      const missing = await resultOrNotRun(async () => context.budget.expect(REQUESTS))
      // Findings about the first reference count without the second.
      if (missing instanceof NotRun) return allVerdicts([...verdicts, missing])
      verdicts.push((await resultIfRun(() => new Story(context, link).check())) ?? nothingCompared())
      if (link.isBelow && context.asks(rules.circle))
        verdicts.push((await resultIfRun(() => checkCircle(context, link))) ?? nothingCompared())
    }
    return allVerdicts(verdicts)
  },
}
