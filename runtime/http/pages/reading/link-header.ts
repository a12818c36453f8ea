// No target holds a "<": looked into, each of many would be read to the end.
const LINK = /<([^<>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";,]*))?)*)/g
const PARAMETER = /;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*)))?/g

/** Target of the link `next` in a `Link` header; may be relative. */
export function nextLink(header: string): string | undefined {
  return linkTo('next', header)
}

/**
 * Target of the link with a relation in a `Link` header; may be relative.
 * @see RFC 8288, section 3
 */
export function linkTo(relation: string, header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(LINK)) {
    const said = [...parameters.matchAll(PARAMETER)].map(
      ([, name = '', quoted, token]) => [name.toLowerCase(), quoted ?? token ?? ''] as const,
    )
    // A link with an anchor concerns another resource; of several `rel` the first counts.
    if (said.some(([name]) => name === 'anchor')) continue
    const rel = said.find(([name]) => name === 'rel')?.[1] ?? ''
    if (rel.toLowerCase().split(/\s+/).includes(relation)) return target
  }
  return undefined
}
