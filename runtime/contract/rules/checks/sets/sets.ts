import { operationOf, resourceOf } from '../../../data/document/resource-lookup.ts'
import type { Check } from '../../check.ts'
import { rules } from './rules.ts'
import { checkSet, isOfSet } from './set.ts'

/** An element that is put into a set is in it, beside those that were there. */
export const sets: Check = {
  code: 'sets',
  description:
    'Where a PUT without a body puts what its path names into a set that a list shows: two things are put there, one of them twice, and the first is taken out. The list shows both, each once, and then the other.',
  assertions: Object.values(rules),
  example: '`PUT /pets/7/tags/blue` returns 204, and `GET /pets/7/tags` no longer has the tag "red".',
  fix: 'Add to what is there instead of replacing it, and let a second PUT of the same name do nothing.',
  applies: (operation, document) => {
    const resource = resourceOf(document, operation.resource?.name)
    return isOfSet(operation) && operationOf(document, resource?.operations.list) !== undefined
  },
  title: () => 'what it puts into a set is in it, once and beside the rest',
  run: checkSet,
}
