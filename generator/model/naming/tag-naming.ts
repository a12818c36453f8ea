import type { DocumentObject } from '../../document/document.ts'
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

/**
 * Returns the tag by which an operation is grouped: the operation's first tag whose `kind` is `nav`, which is
 * the default kind. Tags of other kinds do not group operations.
 * @see OpenAPI 3.2.0, Tag Object
 */
export function tagNamingGroup(
  own: readonly string[] = [],
  tags: DocumentObject['tags'] = [],
): string | undefined {
  return own.find((name) => {
    const { kind = 'nav' } = tags.find((tag) => tag.name === name) ?? {}
    return kind === 'nav'
  })
}
