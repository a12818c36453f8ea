import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { ReferenceObject } from './object-types.ts'

/** A node with the place where it really stands, its `$ref` followed. */
export interface Node<Value> {
  readonly value: Value
  readonly pointer: string
}

/**
 * Follows a reference, which may lead to a further one.
 * @param pointer where the value stands.
 */
export function resolveReference<Value extends object>(
  document: object,
  value: Value | ReferenceObject,
  pointer: string,
): Node<Value> {
  if (!isReference(value)) return { value, pointer }
  // Loading has checked that every reference leads to the kind of object that its place asks for, and that
  // none leads to itself.
  const target = valueAt(document, stepsOf(value.$ref)) as Value | ReferenceObject
  return resolveReference(document, target, value.$ref)
}

/** True for a reference in the place of an object. */
export function isReference<Value extends object>(value: Value | ReferenceObject): value is ReferenceObject {
  return '$ref' in value && typeof value.$ref === 'string'
}
