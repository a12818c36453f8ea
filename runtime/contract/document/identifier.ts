import { stepsOf } from '@concordat/runtime/pointer'
import { isObject } from './shape.ts'

/** The value at a path of property names; `undefined` when there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

/** The value at a JSON Pointer; `undefined` when there is none. @see RFC 6901, 4 */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return /^(0|[1-9]\d*)$/.test(step) ? inner[Number(step)] : undefined
    return valueAt(inner, [step])
  }, value)
}

/** A text or number as a path parameter writes it; `undefined` for everything else. */
export function asIdentifier(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}
