import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'caching',
  { grade: 'derived', weight: 'header' },
  {
    shared: {
      weight: "others' data",
      asserts:
        "Shared caches cannot reuse a response that needs a credential, unless `Vary` lists the credential's header.",
    },
    vary: 'A cacheable response lists `Accept` and `Accept-Language` in `Vary` if it depends on them.',
  },
)
