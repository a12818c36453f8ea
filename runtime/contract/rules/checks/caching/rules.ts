import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'caching',
  { grade: 'derived', weight: 'header' },
  {
    shared: {
      weight: "others' data",
      asserts:
        'No shared cache may reuse a response for callers whom the server refuses, unless `Vary` names the header of the credential.',
    },
    vary: 'A response that caches may reuse names `Accept` and `Accept-Language` in `Vary` if it depends on them.',
  },
)
