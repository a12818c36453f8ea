import type { DocumentObject } from '../../document/document.ts'

/**
 * The tag that an operation is grouped by: its first one whose `kind` is `nav`, the default. Other kinds do
 * not group. @see OpenAPI 3.2.0, Tag Object
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
