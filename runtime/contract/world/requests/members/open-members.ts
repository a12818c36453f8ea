import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { Refusal } from '../../refusal/refusal.ts'

/** Maximum number of properties that are added to the open objects in an operation's bodies. */
const MOST_ADDED = 6

/** A property of an open object in a body. */
interface OpenMember {
  readonly object: string
  readonly name: string
}

/**
 * Properties that refusals require in objects of which the document says nothing, such as the traits of an
 * identity, for which each server has its own schema.
 */
export class OpenMembers {
  /** By operationId. */
  readonly #known = new Map<string, readonly OpenMember[]>()

  /**
   * @param body The refused body. @param schema Its schema.
   * @returns true if a refusal requires a property that was not sent before, in the only open object that it
   * names.
   */
  learn(
    { operationId }: OperationDescriptor,
    refusal: Refusal,
    { body, schema }: { readonly body: Readonly<Record<string, unknown>>; readonly schema: Schema },
  ): boolean {
    const { properties } = schema.member
    const open = [...properties].filter(([name, member]) => isOpen(member) && isObject(body[name]))
    const [object, ...others] = refusal.namesOf(open.map(([name]) => name))
    const known = this.#known.get(operationId) ?? []
    const inside = object === undefined ? undefined : body[object]
    if (object === undefined || others.length > 0 || !isObject(inside)) return false
    const added = refusal
      .missing()
      .filter((name) => !Object.hasOwn(inside, name) && !properties.has(name))
      .map((name) => ({ object, name }))
    this.#known.set(operationId, [...known, ...added].slice(0, MOST_ADDED))
    return added.length > 0 && known.length < MOST_ADDED
  }

  /** Returns the body with these properties. */
  addTo(
    { operationId }: OperationDescriptor,
    body: Readonly<Record<string, unknown>>,
    make: (name: string) => unknown,
  ): Readonly<Record<string, unknown>> {
    let made = body
    for (const { object, name } of this.#known.get(operationId) ?? []) {
      const inside = made[object]
      if (isObject(inside)) made = { ...made, [object]: { ...inside, [name]: make(name) } }
    }
    return made
  }
}

/** True for an object of which the schema states no properties. */
function isOpen({ types, properties }: Schema): boolean {
  return types.includes('object') && properties.size === 0
}
