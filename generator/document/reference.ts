import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { ReferenceObject } from './object-types.ts'

/** A node and its actual location after following a `$ref`. */
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
  // Loading has verified that every reference has a target of the right kind and is not circular.
  const target = valueAt(document, stepsOf(value.$ref)) as Value | ReferenceObject
  return resolveReferenceObject(document, target, value.$ref)
}

/** True for a reference instead of an object. */
export function isReferenceObject<Value extends object>(
  value: Value | ReferenceObject,
): value is ReferenceObject {
  return '$ref' in value && typeof value.$ref === 'string'
}
