import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'references',
  { grade: 'derived', weight: 'lost data' },
  {
    counted:
      'A number that goes up with each item that refers to a thing goes down again when one of them is removed, or refers to another thing.',
    listed: 'A list of what refers to a thing has all items that do, and no others.',
    kept: 'Where a thing can be removed to which others refer, each of these can still be read and is listed, or neither.',
    circle: 'Nothing can be put below itself, also not by way of what is below it.',
  },
)
