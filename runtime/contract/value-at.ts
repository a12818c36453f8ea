import { isObject } from './fixtures/shape.ts'

/** The value at a path of property names; `undefined` when there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

/** A text or number as a path parameter writes it; `undefined` for everything else. */
export function asIdentifier(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}
