import { answeredName } from './answered-name.ts'
import { inCamelCase } from './parameter-names.ts'

/** A member of objects of which a name is made. */
export interface MemberToName {
  readonly name: string
}

/** Naming of members in code: in camelCase, or by a function. */
export type MemberNaming = 'camelCase' | ((member: MemberToName) => string)

/** Name in code of a member of the document. The same name is called the same in all schemas. */
export type NameMember = (name: string) => string

/**
 * Makes it of what a configuration says. In camelCase, names keep what they begin with before the first
 * letter: "_id", "@type".
 * @throws {UsageError} from what it makes, for a name that is no text.
 */
export function memberNaming(naming: MemberNaming): NameMember {
  const known = new Map<string, string>()
  const name = (wire: string) =>
    naming === 'camelCase'
      ? wire.replace(/\p{L}.*$/su, inCamelCase)
      : answeredName(naming({ name: wire }), { option: 'memberNames', subject: `the member "${wire}"` })
  return (wire) => {
    const shown = known.get(wire) ?? name(wire)
    known.set(wire, shown)
    return shown
  }
}
