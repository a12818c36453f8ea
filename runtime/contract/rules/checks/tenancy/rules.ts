import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'tenancy',
  { grade: 'derived', weight: "others' data" },
  {
    ids: "Another tenant gets 403 or 404 on every path with the first tenant's ids.",
    hidden: {
      ...{ grade: 'documented', weight: 'status' },
      asserts: "If an operation documents 404 and not 403, another tenant's items get 404.",
    },
    'below-another-parent': "No tenant can reach an item below another tenant's parent.",
    list: "Another tenant's list shows none of the first tenant's items.",
    references:
      "If the server rejects references to missing items, it also rejects references to another tenant's items.",
    unchanged: 'A rejected write by another tenant changes nothing.',
  },
)
