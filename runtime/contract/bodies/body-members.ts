import type { JsonSchema } from '@concordat/runtime/schema'
import { flatSchema, memberSchema, propertiesOf, requiredOf } from '../document/flat-schema.ts'

/** Names from the top of a body down to a member; a list's place has none. */
export type MemberPath = readonly string[]

/** A member that the schema of a body knows, at any depth. */
export interface BodyMember {
  readonly path: MemberPath
  readonly schema: JsonSchema
  /** The object around it must have it. */
  readonly isRequired: boolean
}

/** Refusals speak of nothing deeper: JSON:API has its fields at three. */
const DEEPEST = 4
/** A schema that contains itself never ends. */
const MOST_MEMBERS = 500

/** The members of a body, those of an object after the object itself, the least deep first. */
export function bodyMembers(
  schema: unknown,
  definitions: Readonly<Record<string, JsonSchema>>,
): readonly BodyMember[] {
  const members: BodyMember[] = []
  let level: readonly { readonly path: MemberPath; readonly schema: unknown }[] = [{ path: [], schema }]
  for (let depth = 0; depth < DEEPEST && members.length < MOST_MEMBERS; depth++) {
    const next = level.flatMap(({ path, schema: own }) => {
      const object = flatSchema(memberSchema(own, definitions), definitions)
      const required = requiredOf(object, definitions)
      return [...propertiesOf(object, definitions)].map(([name, member]) => ({
        path: [...path, name],
        schema: member,
        isRequired: required.has(name),
      }))
    })
    members.push(...next.slice(0, MOST_MEMBERS - members.length))
    level = next
  }
  return members
}
