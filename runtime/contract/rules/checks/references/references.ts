import { allOf, ifRun, nothing, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Check } from '../../check.ts'
import { checkCircle } from './circle.ts'
import { linksOf } from './link.ts'
import { rules } from './rules.ts'
import { Story } from './story.ts'

/** Maximum number of links of one create to try. */
const MOST_LINKS = 2

/** Number of requests for a story. */
const REQUESTS = 20

/** References between items match the data on the referenced side. */
export const references: Check = {
  code: 'references',
  description:
    'Where a body names another item, two items are created that refer to one thing; one of them is made to refer to another thing, the other one is removed. The numbers and the lists of both things follow. What is left is listed and can be read after the thing is removed. Nothing can be put below itself.',
  assertions: Object.values(rules),
  example: '`DELETE /pets/7` succeeds, but its owner still has `"pet_count": 1`.',
  fix: 'Compute references on each read, or update them with every change. Refuse a new parent that is a descendant.',
  applies: (operation, document) => linksOf(operation, document).length > 0,
  title: () => 'what is referred to shows who refers to it',
  async run(context, operation): Promise<Verdict> {
    const verdicts: Verdict[] = []
    for (const link of linksOf(operation, context.document).slice(0, MOST_LINKS)) {
      context.budget.expect(REQUESTS)
      verdicts.push((await ifRun(() => new Story(context, link).check())) ?? nothing())
      if (link.isBelow && context.asks(rules.circle))
        verdicts.push((await ifRun(() => checkCircle(context, link))) ?? nothing())
    }
    return allOf(verdicts)
  },
}
