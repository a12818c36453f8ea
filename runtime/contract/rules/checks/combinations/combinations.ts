import { documentedRefusals, type OperationDescriptor } from '@concordat/runtime/http'
import { jsonBody } from '../../../data/document/json-body.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { allVerdicts, nothingCompared, resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Check } from '../../check.ts'
import { newRunLog } from '../../evidence/log/run-log.ts'
import { changeOfCreated } from './change.ts'
import { checkConflicting } from './conflicting.ts'
import { checkReversedRange, rangeInBody } from './reversed-range.ts'
import { rules } from './rules.ts'

/** Changes obey the same restrictions on an item's values as creates. */
export const combinations: Check = {
  code: 'combinations',
  description:
    'A create can reject two values only together, such as a range that ends before it begins. The run then tries to store these values with a change.',
  assertions: Object.values(rules),
  example: '`PATCH /stays/7` stores a reversed range, which `POST /stays` rejects.',
  fix: 'After a change, validate the whole item.',
  applies: (operation, document) =>
    operation.resource?.role === 'create' &&
    jsonBody(operation) !== undefined &&
    resourceByName(document, operation.resource.name)?.item !== undefined &&
    changeOfCreated(operation, document) !== undefined &&
    (mayConflict(operation) || rangeInBody(operation, document) !== undefined),
  title: () => 'a change stores no values that a create rejects together',
  async run(context, operation) {
    const conflicts = context.state.of(newRunLog).conflictsOf(operation)
    return allVerdicts([
      (await resultIfRun(() => checkReversedRange(context, operation))) ?? nothingCompared(),
      (await resultIfRun(() => checkConflicting(context, operation, conflicts))) ?? nothingCompared(),
    ])
  },
}

function mayConflict(operation: OperationDescriptor): boolean {
  return documentedRefusals(operation, 'conflict').some((key) => /^\d+$/.test(key))
}
