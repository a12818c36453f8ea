import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { ReferenceObject } from './object-types.ts'

/** A node, with its location after any `$ref` has been followed. */
export interface DocumentNode<Value> {
  readonly value: Value
  readonly pointer: string
}

/**
 * Follows a reference or a chain of references.
 * @param pointer the value's JSON Pointer.
 */
export function resolveReferenceObject<Value extends object>(
  document: object,
  value: Value | ReferenceObject,
  pointer: string,
): DocumentNode<Value> {
  if (!isReferenceObject(value)) return { value, pointer }
  // Needs no checks: loading has verified that every reference has a target of the right kind and is not
  // circular.
  const target = valueAt(document, stepsOf(value.$ref)) as Value | ReferenceObject
  return resolveReferenceObject(document, target, value.$ref)
}

/** True if a value is a reference rather than the object itself. */
export function isReferenceObject<Value extends object>(
  value: Value | ReferenceObject,
): value is ReferenceObject {
  return '$ref' in value && typeof value.$ref === 'string'
}
