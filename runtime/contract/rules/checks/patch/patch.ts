import type { OperationDescriptor } from '@concordat/runtime/http'
import { isJsonPatch } from '../../../data/document/json-body.ts'
import { resourceOf } from '../../../data/document/resource-lookup.ts'
import { allOf } from '../../../data/outcome/not-run.ts'
import type { Check } from '../../check.ts'
import { checkJsonPatch } from './json-patch.ts'
import { checkOtherMedia, othersOf } from './other-media.ts'
import { rules } from './rules.ts'

/** A PATCH is done as each of its media types says. */
export const patch: Check = {
  code: 'patch',
  description:
    'Each media type of a PATCH is a way of its own. A JSON Patch adds, removes, replaces, moves, copies and tests as its operations say, or does nothing; another media type in JSON changes the member that is named.',
  assertions: Object.values(rules),
  example:
    '`PATCH /pets/7` with a JSON Patch of which the last operation fails returns 409, and has renamed the pet.',
  fix: 'Apply all operations to a copy, and store it once the last one is done; treat each media type by its own standard.',
  applies: (operation, document) =>
    operation.method === 'PATCH' &&
    resourceOf(document, operation.resource?.name)?.item !== undefined &&
    (hasJsonPatch(operation) || othersOf(operation).length > 0),
  title: () => 'each media type changes what it names, all of it or nothing',
  async run(context, operation) {
    return allOf([await checkOtherMedia(context, operation), await checkJsonPatch(context, operation)])
  },
}

function hasJsonPatch({ requestBody }: OperationDescriptor): boolean {
  return Object.keys(requestBody?.content ?? {}).some(isJsonPatch)
}
