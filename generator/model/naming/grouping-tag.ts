import type { DocumentObject } from '../../document/document.ts'

/**
 * The tag by which an operation is grouped: its first tag whose `kind` is `nav`, which is the default. Tags
 * of other kinds do not group operations. @see OpenAPI 3.2.0, Tag Object
 */
export function groupingTag(
  own: readonly string[] = [],
  tags: DocumentObject['tags'] = [],
): string | undefined {
  return own.find((name) => {
    const { kind = 'nav' } = tags.find((tag) => tag.name === name) ?? {}
    return kind === 'nav'
  })
}
