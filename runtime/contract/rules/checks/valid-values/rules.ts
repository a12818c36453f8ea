import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'valid-values',
  { grade: 'derived', weight: 'crash' },
  {
    edges: 'Enum values, examples, 0, -1, limits and empty lists cause no server error.',
    'long-texts': 'Without a maximum length, strings of 300 and 5,000 characters cause no server error.',
    references: 'A well-formed reference to a missing item causes no server error.',
    limits: {
      weight: 'status',
      asserts: "A part's PUT accepts integers at their limits.",
    },
    stored: {
      weight: 'lost data',
      asserts:
        "A write's response shows each number, boolean, enum value, reference and emptied property as sent.",
    },
  },
)
