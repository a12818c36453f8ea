import type { DocumentObject } from '../document/document.ts'

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
