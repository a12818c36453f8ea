import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'caching',
  { grade: 'derived', weight: 'header' },
  {
    shared: {
      weight: "others' data",
      asserts:
        "Shared caches may not reuse a response for callers whom the server rejects, unless `Vary` lists the credential's header.",
    },
    vary: 'A cacheable response lists `Accept` and `Accept-Language` in `Vary` if it depends on them.',
  },
)
