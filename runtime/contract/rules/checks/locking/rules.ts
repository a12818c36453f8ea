import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'locking',
  { grade: 'derived', weight: 'lost data' },
  {
    version:
      'If a change sends the version of its item, the current version is accepted and goes up; an old one is refused and changes nothing.',
  },
)
