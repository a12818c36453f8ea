import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { memberOf, valueAt } from '@concordat/runtime/json'
import { countsAbove, listedNumbers, sumsAbove } from '../../../data/document/counts.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import type { Listing } from '../../evidence/observe.ts'
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

/** Minimum number of items that a sum has to include. */
const LEAST_SUMMED = 2
/** Maximum difference between equal sums, because floating-point numbers have rounding errors. */
const ROUNDING = 1e-6

/**
 * Checks numbers in the parent. If one was the sum of a property of all items before a write, it should be
 * that after the write too.
 */
export function checkSumsAbove(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { above, before, after }: Pick<PerformedWrite, 'above' | 'before' | 'after'>,
): Verdict<IsolationBreach> {
  const resource = resourceByName(document, operation.resource?.name)
  if (above === undefined || before === undefined || after === undefined || resource === undefined)
    return nothingCompared()
  const { answer } = above.after
  if (!isSuccess(answer)) return nothingCompared()
  const members = listedNumbers(document, resource)
  const compared = sumsAbove(document, resource).flatMap((path) => {
    const [old, now] = [above.before, above.after.value].map((value) => valueAt(value, path))
    if (typeof old !== 'number' || typeof now !== 'number') return []
    const summed = members.filter((member) => {
      const values = numbersIn(before, member)
      const isTelling = values.filter((value) => value !== 0).length >= LEAST_SUMMED && old !== values.length
      return isTelling && isEqualSum(old, values)
    })
    const [first] = summed
    const isRight = summed.some((member) => isEqualSum(now, numbersIn(after, member)))
    return first === undefined
      ? []
      : [{ path, old, now, isRight, summed: first, wanted: sumOf(numbersIn(after, first)) }]
  })
  if (compared.length === 0) return nothingCompared()
  return compared
    .filter(({ isRight }) => !isRight)
    .map(({ path, old, now, summed, wanted }) => ({
      answer,
      breaks: rules.counts,
      fact: {
        ...{ kind: 'count differs', member: path.join('.'), operation: operation.operationId },
        ...{ by: after.by.operationId, before: old, wanted, received: String(now), summed },
      },
    }))
}

function numbersIn({ items }: Listing, member: string): readonly number[] {
  return items.flatMap((item) => {
    const value = memberOf(item, member)
    return typeof value === 'number' ? [value] : []
  })
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function isEqualSum(number: number, values: readonly number[]): boolean {
  return Math.abs(number - sumOf(values)) < ROUNDING
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
