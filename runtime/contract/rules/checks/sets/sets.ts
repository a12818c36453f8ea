import { operationBeside } from '../../../data/document/resource-lookup.ts'
import type { Check } from '../../check.ts'
import { shownSetOf } from '../../evidence/changes/shown-set.ts'
import { rules } from './rules.ts'
import { checkSet, isOfSet } from './set.ts'
import { checkShownSet } from './shown.ts'

/** An element that is added to a set is in the set, along with the earlier elements. */
export const sets: Check = {
  code: 'sets',
  description:
    'If a PUT without a body adds to a set that a list or the owning item shows, the run adds two members, one of them twice, and removes the first if a DELETE is documented. The set has each of the two once and, after the removal, only the second.',
  assertions: Object.values(rules),
  example: '`PUT /pets/7/tags/blue` also removes the tag "red".',
  fix: 'Add or remove only the member in the path, without duplicates.',
  applies: (operation, document) => {
    const isListed = isOfSet(operation) && operationBeside(document, operation, 'list') !== undefined
    return isListed || shownSetOf(operation, document) !== undefined
  },
  title: () => 'a PUT adds the member once and keeps the others',
  run(context, operation) {
    const set = shownSetOf(operation, context.document)
    return set === undefined ? checkSet(context, operation) : checkShownSet(context, set)
  },
}
