import { type ObjectKind, objectOf } from '../declaration/object.ts'
import { list, text } from '../kinds/kinds.ts'
import type { FilterPatterns, FiltersConfig } from './config-types.ts'

const patterns: ObjectKind<FilterPatterns> = objectOf({
  type: 'FilterPatterns',
  means: 'Operations by what they have. "*" stands for any text.',
  members: {
    tags: { kind: list(text, 'texts'), means: 'tags: `pets`' },
    operations: {
      kind: list(text, 'texts'),
      means: 'operationIds, or methods with paths: `listPets`, `GET /pets`, `GET *`; of a webhook its name',
    },
    paths: { kind: list(text, 'texts'), means: 'path templates: `/pets/{petId}`, `/pets*`' },
  },
})

/** Which operations of the document are there for the commands that read the configuration. */
export const filters: ObjectKind<FiltersConfig> = objectOf({
  type: 'FiltersConfig',
  means:
    'Which operations of the document there are, with what they need; all others are as if it did not have them.',
  members: {
    include: { kind: patterns, means: 'only operations that fit one pattern of each list that is given' },
    exclude: { kind: patterns, means: 'no operation that fits any of these patterns' },
  },
})
