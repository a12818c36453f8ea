import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import { isSame } from '../../../world/values/same.ts'

/** One operation of a JSON Patch. @see RFC 6902, 4 */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/** The value after a patch; `undefined` where one of its operations cannot be done. */
export function patched(
  value: unknown,
  steps: readonly PatchStep[],
): { readonly value: unknown } | undefined {
  let now = value
  for (const { op, path, from = '', value: own } of steps) {
    const moved = op === 'move' || op === 'copy' ? partAt(now, stepsOf(from)) : undefined
    if ((op === 'move' || op === 'copy') && moved === undefined) return undefined
    if (op === 'test') {
      if (!isSame(partAt(now, stepsOf(path)), own)) return undefined
      continue
    }
    if (op !== 'add' && op !== 'copy' && partAt(now, stepsOf(op === 'move' ? from : path)) === undefined)
      return undefined
    if (op === 'remove' || op === 'move') now = changed(now, stepsOf(op === 'move' ? from : path), removed)
    if (op !== 'remove')
      now = changed(now, stepsOf(path), op === 'replace' ? replaced(own) : added(moved ?? own))
  }
  return { value: now }
}

function partAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)]
    return isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined
  }, value)
}

type Change = (holder: unknown, step: string) => unknown

function changed(value: unknown, [step = '', ...rest]: readonly string[], change: Change): unknown {
  if (rest.length === 0) return change(value, step)
  const inner = changed(partAt(value, [step]), rest, change)
  return replaced(inner)(value, step)
}

const removed: Change = (holder, step) => {
  if (Array.isArray(holder)) return holder.toSpliced(Number(step), 1)
  return Object.fromEntries(Object.entries(Object(holder)).filter(([name]) => name !== step))
}

function replaced(own: unknown): Change {
  return (holder, step) =>
    Array.isArray(holder) ? holder.with(Number(step), own) : { ...Object(holder), [step]: own }
}

function added(own: unknown): Change {
  return (holder, step) =>
    Array.isArray(holder)
      ? holder.toSpliced(step === '-' ? holder.length : Number(step), 0, own)
      : { ...Object(holder), [step]: own }
}
