import type { DocumentDescriptor, OperationDescriptor, ResourceRole } from '@concordat/runtime/http'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import {
  allVerdicts,
  isCleanVerdict,
  NotRun,
  nothingCompared,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import type { Check, CheckContext } from '../../check.ts'
import { checkConditionalWrites } from './conditions.ts'
import { checkCreate } from './create.ts'
import { checkDelete } from './delete.ts'
import { checkUpdatedFreeObjects } from './free-objects.ts'
import { checkRefusedUpdate } from './refused-change.ts'
import { takesIdempotencyKey } from './repeated-create.ts'
import { checkReplace } from './replace.ts'
import { rules } from './rules.ts'
import { checkUnchangedUpdate } from './sent-back.ts'
import { checkUpdate } from './update.ts'

interface Stage {
  readonly title: string
  run(context: CheckContext, operation: OperationDescriptor): Promise<Verdict>
}

const STAGES: Readonly<Partial<Record<ResourceRole, Stage>>> = {
  create: { title: 'a created item is returned, can be read and is listed', run: checkCreate },
  update: { title: 'a change to one property persists and leaves the others unchanged', run: checkUpdate },
  replace: { title: 'a replacement is stored in full and is idempotent', run: checkReplace },
  delete: { title: 'a deleted item can no longer be read and is not listed', run: checkDelete },
}

/** Writes have the effect of their methods, as fresh reads show. */
export const lifecycle: Check = {
  code: 'lifecycle',
  description:
    'The values of a created item appear in the response, in a read and in the list. PATCH changes only the properties it names. PUT replaces the item and is idempotent. A deleted item cannot be read or listed, and no change brings it back. Documented conditional requests and idempotency keys work.',
  assertions: Object.values(rules),
  example: '`PATCH /pets/7` returns 200, but `GET /pets/7` still shows the old name.',
  fix: 'Store changes before responding, and remove deleted items from lists and caches.',
  applies: (operation, document) =>
    stageOf(operation) !== undefined &&
    (hasItems(operation, document) ||
      (operation.resource?.role === 'create' && takesIdempotencyKey(operation, document))),
  title: (operation) => stageOf(operation)?.title ?? '',
  async run(context, operation) {
    const verdict = (await stageOf(operation)?.run(context, operation)) ?? nothingCompared()
    if (verdict instanceof NotRun) return verdict
    const conditional = await checkConditionalWrites(context, operation)
    const isTagTold = verdict.some(({ kind }) => kind === 'tag kept')
    return allVerdicts([
      verdict,
      await checkUpdatedFreeObjects(context, operation),
      conditional instanceof NotRun
        ? conditional
        : conditional.filter(({ kind }) => kind !== 'tag kept' || !isTagTold),
      // These checks would also find the faults that affect every change, so they run only if there are none.
      isCleanVerdict(verdict) ? await checkUnchangedUpdate(context, operation) : nothingCompared(),
      isCleanVerdict(verdict) ? await checkRefusedUpdate(context, operation) : nothingCompared(),
    ])
  },
}

/**
 * True if the items have a path. Without one, a POST to the collection creates nothing that could be read.
 */
function hasItems({ resource }: OperationDescriptor, document: DocumentDescriptor): boolean {
  return resourceByName(document, resource?.name)?.item !== undefined
}

function stageOf({ resource }: OperationDescriptor): Stage | undefined {
  return resource === undefined ? undefined : STAGES[resource.role]
}
