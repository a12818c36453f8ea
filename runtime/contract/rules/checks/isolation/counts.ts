import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { countsAbove } from '../../../data/document/counts.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { type IsolationBreach, rules } from './rules.ts'

const CHANGES: Readonly<Record<string, number>> = { create: 1, delete: -1 }

/**
 * Checks that numbers that count a list's items, in the parent or beside the list, increase by one with a
 * create and decrease by one with a delete.
 */
export function checkCounts(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { above, before, after, counted }: Pick<PerformedWrite, 'above' | 'before' | 'after' | 'counted'>,
): Verdict<IsolationBreach> {
  const change = CHANGES[operation.resource?.role ?? '']
  const resource = resourceByName(document, operation.resource?.name)
  if (change === undefined || resource === undefined) return nothingCompared()
  // If something else was added or removed as well, a number that seems wrong can still be right.
  if (before === undefined || after === undefined || after.items.length - before.items.length !== change)
    return nothingCompared()
  const numbers = [...numbersAbove(document, resource, above), ...numbersBeside(counted)]
  if (numbers.length === 0) return nothingCompared()
  return numbers
    .filter(({ old, now }) => now - old !== change)
    .map(({ path, old, now, answer }) => ({
      answer,
      breaks: rules.counts,
      fact: {
        ...{ kind: 'count differs', member: path.join('.'), operation: operation.operationId },
        ...{ by: after.by.operationId, before: old, wanted: old + change, received: String(now) },
      },
    }))
}

/** A number before and after a write. */
interface Counted {
  readonly path: readonly string[]
  readonly old: number
  readonly now: number
  readonly answer: Answer
}

function numbersAbove(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  above: PerformedWrite['above'],
): readonly Counted[] {
  if (above === undefined || !isSuccess(above.after.answer)) return []
  const { answer } = above.after
  return countsAbove(document, resource).flatMap(({ path }) => {
    const [old, now] = [above.before, above.after.value].map((value) => valueAt(value, path))
    return typeof old === 'number' && typeof now === 'number' ? [{ path, old, now, answer }] : []
  })
}

function numbersBeside({ before, after }: PerformedWrite['counted']): readonly Counted[] {
  return after.flatMap(({ by, path, count: now, answer }) => {
    const earlier = before.find((one) => one.by === by && one.path.join() === path.join())
    return earlier === undefined ? [] : [{ path, old: earlier.count, now, answer }]
  })
}
