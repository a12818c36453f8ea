import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'tenancy',
  { grade: 'derived', weight: "others' data" },
  {
    ids: "Another tenant's credential gets 403 or 404 on every path with someone else's ids.",
    'below-another-parent':
      "An item is not reachable below another tenant's parent, neither by that tenant nor by its owner.",
    list: "A list read with another tenant's credential shows nothing of the first tenant.",
    references:
      'If the server refuses references to missing items, it also refuses those to items of another tenant.',
    unchanged: 'A write refused to another tenant changes nothing.',
  },
)
