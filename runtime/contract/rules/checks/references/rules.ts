import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'references',
  { grade: 'derived', weight: 'lost data' },
  {
    counted: 'Counts of references agree in all views, and follow each removal and change.',
    stored: 'A read shows references as sent.',
    listed: 'A list of referring items shows and counts exactly these.',
    kept: "When an item's target is removed, the item is both readable and listed, or neither.",
    circle: 'An item cannot be moved below itself or its descendants.',
  },
)
