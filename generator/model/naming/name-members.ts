import { answeredName } from './answered-name.ts'
import { inCamelCase } from './parameter-names.ts'

/** An object property for which a name is needed. */
export interface MemberToName {
  readonly name: string
}

/** The way in which object properties are named in code: in camelCase, or by a function. */
export type MemberNaming = 'camelCase' | ((member: MemberToName) => string)

/**
 * Maps a property's name in the document to its name in code. Equal names are mapped to the same name in all
 * schemas.
 */
export type NameMember = (name: string) => string

/**
 * Creates the function that the configuration specifies. camelCase keeps anything before the first letter:
 * "_id", "@type".
 * @throws {UsageError} from the returned function if a name is empty or not a string.
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
