import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import { isSameAsKept } from '../../../world/values/same.ts'

/** One operation of a JSON Patch. @see RFC 6902, 4 */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/** The value after a patch is applied; `undefined` if one of the patch operations fails. */
export function patchedValue(
  value: unknown,
  steps: readonly PatchStep[],
): { readonly value: unknown } | undefined {
  return steps.reduce<{ readonly value: unknown } | undefined>(
    (now, step) => now && STEPS[step.op](now.value, step),
    { value },
  )
}

type Applied = { readonly value: unknown } | undefined

const STEPS: Readonly<Record<PatchStep['op'], (now: unknown, step: PatchStep) => Applied>> = {
  add: (now, { path, value }) => ({ value: changed(now, stepsOf(path), added(value)) }),
  remove: (now, { path }) => ifThere(now, path, () => changed(now, stepsOf(path), removed)),
  replace: (now, { path, value }) => ifThere(now, path, () => changed(now, stepsOf(path), replaced(value))),
  move: (now, { path, from = '' }) =>
    ifThere(now, from, (part) => changed(changed(now, stepsOf(from), removed), stepsOf(path), added(part))),
  copy: (now, { path, from = '' }) => ifThere(now, from, (part) => changed(now, stepsOf(path), added(part))),
  test: (now, { path, value }) =>
    isSameAsKept(partAt(now, stepsOf(path)), value) ? { value: now } : undefined,
}

/** Applies a function to a part of a value, if that part exists. */
function ifThere(now: unknown, path: string, change: (part: unknown) => unknown): Applied {
  const part = partAt(now, stepsOf(path))
  return part === undefined ? undefined : { value: change(part) }
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
