import type { OperationDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { countsAbove } from '../../evidence/above.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { type IsolationBreach, rules } from './rules.ts'

const CHANGES: Readonly<Record<string, number>> = { create: 1, delete: -1 }

/** A number in the parent that counts a list's items increases and decreases with them. */
export function checkCounts(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { above, before, after }: Pick<PerformedWrite, 'above' | 'before' | 'after'>,
): Verdict<IsolationBreach> {
  const change = CHANGES[operation.resource?.role ?? '']
  const resource = resourceByName(document, operation.resource?.name)
  if (change === undefined || resource === undefined || above === undefined) return nothingCompared()
  if (before === undefined || after === undefined || !isSuccess(above.after.answer)) return nothingCompared()
  // If something else was added or removed as well, a number that seems wrong can still be right.
  if (after.items.length - before.items.length !== change) return nothingCompared()
  const numbers = countsAbove(document, resource).flatMap((path) => {
    const [old, now] = [above.before, above.after.value].map((value) => valueAt(value, path))
    return typeof old === 'number' && typeof now === 'number' ? [{ path, old, now }] : []
  })
  if (numbers.length === 0) return nothingCompared()
  return numbers
    .filter(({ old, now }) => now - old !== change)
    .map(({ path, old, now }) => ({
      answer: above.after.answer,
      breaks: rules.counts,
      fact: {
        ...{ kind: 'count differs', member: path.join('.'), operation: operation.operationId },
        ...{ by: after.by.operationId, before: old, wanted: old + change, received: String(now) },
      },
    }))
}
