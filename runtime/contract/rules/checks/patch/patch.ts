import { isJsonPatch, type OperationDescriptor } from '@concordat/runtime/http'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { allVerdicts } from '../../../data/outcome/not-run.ts'
import type { Check } from '../../check.ts'
import { checkJsonPatch } from './json-patch.ts'
import { checkPatchInOtherMedia, otherPatchMedia } from './other-media.ts'
import { rules } from './rules.ts'

/** A PATCH has the effect that its media type defines. */
export const patch: Check = {
  code: 'patch',
  description:
    'Each media type of a PATCH follows its own standard. A JSON Patch applies all of its operations or none; a PATCH in another JSON media type changes the given property.',
  assertions: Object.values(rules),
  example: 'A JSON Patch whose last operation fails gets a 409, but renames pet 7.',
  fix: 'Apply the whole patch or nothing, and only what it names.',
  applies: (operation, document) =>
    operation.method === 'PATCH' &&
    resourceByName(document, operation.resource?.name)?.item !== undefined &&
    (hasJsonPatch(operation) || otherPatchMedia(operation).length > 0),
  title: () => 'a patch in any JSON media type changes exactly what it names, or nothing',
  async run(context, operation) {
    return allVerdicts([
      await checkPatchInOtherMedia(context, operation),
      await checkJsonPatch(context, operation),
    ])
  },
}

function hasJsonPatch({ requestBody }: OperationDescriptor): boolean {
  return Object.keys(requestBody?.content ?? {}).some(isJsonPatch)
}
