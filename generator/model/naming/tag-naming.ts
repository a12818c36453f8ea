import { answeredName } from './answered-name.ts'

/** A tag of which a name is made. */
export interface TagToName {
  /** Name in the document. */
  readonly name: string
}

/** Naming of the groups of tags and their files: by a function. */
export type TagNaming = (tag: TagToName) => string

/**
 * Name from which those of a tag's group and file are made.
 * @throws {UsageError} for a name that is no text.
 */
export function tagName(name: string, naming: TagNaming | undefined): string {
  if (naming === undefined) return name
  return answeredName(naming({ name }), { option: 'tagNames', subject: `the tag "${name}"` })
}
