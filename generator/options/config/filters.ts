import { type ObjectKind, objectKind } from '../declaration/object.ts'
import { listKind, textKind } from '../kinds/kinds.ts'
import type { FilterPatterns, FiltersConfig } from './config-types.ts'

const patterns: ObjectKind<FilterPatterns> = objectKind({
  type: 'FilterPatterns',
  means: 'Patterns that select operations. "*" matches any string.',
  members: {
    tags: { kind: listKind(textKind, 'strings'), means: 'tags: `pets`' },
    operations: {
      kind: listKind(textKind, 'strings'),
      means: 'operationIds, or methods with paths: `listPets`, `GET /pets`, `GET *`; for a webhook, its name',
    },
    paths: { kind: listKind(textKind, 'strings'), means: 'path templates: `/pets/{petId}`, `/pets*`' },
  },
})

/** Operation filters for commands that read the configuration. */
export const filtersKind: ObjectKind<FiltersConfig> = objectKind({
  type: 'FiltersConfig',
  means: 'The operations to keep, with the components that they need.',
  members: {
    include: {
      kind: patterns,
      means: 'keep only operations that match at least one pattern in each given list',
    },
    exclude: { kind: patterns, means: 'omit operations that match any of these patterns' },
  },
})
