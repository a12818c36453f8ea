import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'tenancy',
  { grade: 'derived', weight: "others' data" },
  {
    ids: "Another tenant's credential gets 403 or 404 on every path with ids that are not its own.",
    'below-another-parent':
      "Nobody finds an item below another tenant's parent: neither another tenant below its own parent, nor its owner below the other tenant's.",
    list: "A list with another tenant's credential shows nothing of the first tenant.",
    references:
      'Where a reference to nothing is refused, one to an item of another tenant, which the caller may not read, is refused, too.',
    unchanged: "A refused write with another tenant's credential changes nothing.",
  },
)
