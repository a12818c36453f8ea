import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'tenancy',
  { grade: 'derived', weight: "others' data" },
  {
    ids: "A tenant gets 403 or 404 for every path with another tenant's ids.",
    hidden: {
      ...{ grade: 'documented', weight: 'status' },
      asserts: "If 404 but not 403 is documented, a request for another tenant's item gets 404.",
    },
    'below-another-parent': "No tenant can reach an item through another tenant's parent item.",
    list: "A tenant's list shows none of another tenant's items.",
    references:
      "If the server rejects references to missing items, it also rejects those to another tenant's items.",
    unchanged: 'A rejected write by another tenant changes nothing.',
  },
)
