import { answeredName } from './answered-name.ts'

/** A tag for which a name is needed. */
export interface TagToName {
  /** Name in the document. */
  readonly name: string
}

/** Function that names the groups and files of tags. */
export type TagNaming = (tag: TagToName) => string

/**
 * The name from which the names of a tag's group and file are derived.
 * @throws {UsageError} if a name from `naming` is empty or not a string.
 */
export function tagName(name: string, naming: TagNaming | undefined): string {
  if (naming === undefined) return name
  return answeredName(naming({ name }), { option: 'tagNames', subject: `the tag "${name}"` })
}
