import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'unique',
  { grade: 'derived', weight: 'lost data' },
  {
    case: 'A value of which the document says that case does not matter, or whose format says so, is taken in any case.',
    change: 'A change cannot give an item a value that a create is refused for, since another item has it.',
    together: 'One of two creates at the same time with one such value is refused.',
  },
)
