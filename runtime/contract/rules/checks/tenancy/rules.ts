import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'tenancy',
  { grade: 'derived', weight: "others' data" },
  {
    ids: "Another tenant gets 403 or 404 on every path with someone else's ids.",
    'below-another-parent': "Nobody can reach an item below another tenant's parent.",
    list: "Another tenant's list shows nothing that belongs to the first.",
    references: "A server that refuses references to missing items refuses those to another tenant's items.",
    unchanged: 'A refused write of another tenant changes nothing.',
  },
)
