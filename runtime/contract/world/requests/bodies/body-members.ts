import type { Schema } from '@concordat/runtime/schema'
import type { MemberPath } from '../../refusal/faults.ts'

/** A property in a body's schema, at any depth. */
export interface BodyMember {
  readonly path: MemberPath
  readonly schema: Schema
  /** True if the enclosing object requires the property. */
  readonly isRequired: boolean
}

/**
 * Maximum depth of a property. Refusals rarely name anything deeper: in JSON:API, fields are at depth three,
 * in messages of gRPC at up to six.
 */
const DEEPEST = 6
/** Maximum number of properties. It limits recursive schemas, which are infinite. */
const MOST_MEMBERS = 500

/** Returns the properties of a body, shallowest first; an object comes before its properties. */
export function bodyMembers(schema: Schema): readonly BodyMember[] {
  const members: BodyMember[] = []
  let level: readonly Pick<BodyMember, 'path' | 'schema'>[] = [{ path: [], schema }]
  for (let depth = 0; depth < DEEPEST && members.length < MOST_MEMBERS; depth++) {
    const next = level.flatMap(({ path, schema: { member: object } }) =>
      [...object.properties].map(([name, member]) => ({
        path: [...path, name],
        schema: member,
        isRequired: object.required.has(name),
      })),
    )
    members.push(...next.slice(0, MOST_MEMBERS - members.length))
    level = next
  }
  return members
}
