import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'locking',
  { grade: 'derived', weight: 'lost data' },
  {
    version:
      'Where a change names the version of its item among its members, the current one is taken and goes up; an old one is refused and changes nothing.',
  },
)
