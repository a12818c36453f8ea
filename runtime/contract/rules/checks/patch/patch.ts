import type { OperationDescriptor } from '@concordat/runtime/http'
import { isJsonPatch } from '../../../data/document/json-body.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { allVerdicts } from '../../../data/outcome/not-run.ts'
import type { Check } from '../../check.ts'
import { checkJsonPatch } from './json-patch.ts'
import { checkOtherMedia, otherPatchMedia } from './other-media.ts'
import { rules } from './rules.ts'

/** A PATCH has the effect that its media type defines. */
export const patch: Check = {
  code: 'patch',
  description:
    'Each media type of a PATCH follows its own standard. A JSON Patch applies all of its operations or none; a PATCH in another JSON media type changes the given property.',
  assertions: Object.values(rules),
  example:
    '`PATCH /pets/7` with a JSON Patch whose last operation fails returns 409, but the pet is renamed.',
  fix: 'Apply all operations to a copy, and store the copy once the last one succeeds.',
  applies: (operation, document) =>
    operation.method === 'PATCH' &&
    resourceByName(document, operation.resource?.name)?.item !== undefined &&
    (hasJsonPatch(operation) || otherPatchMedia(operation).length > 0),
  title: () => 'each media type applies the whole change or none of it',
  async run(context, operation) {
    return allVerdicts([await checkOtherMedia(context, operation), await checkJsonPatch(context, operation)])
  },
}

function hasJsonPatch({ requestBody }: OperationDescriptor): boolean {
  return Object.keys(requestBody?.content ?? {}).some(isJsonPatch)
}
