// A target cannot contain "<". If it could, a header with many of them would be read to its end for each one.
const LINK = /<([^<>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";,]*))?)*)/g
const PARAMETER = /;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*)))?/g

/** Returns the target of the `next` link in a `Link` header; the target may be relative. */
export function nextLink(header: string): string | undefined {
  return linkTo('next', header)
}

/**
 * Returns the target of the link that a `Link` header has for a relation; the target may be relative.
 * @see RFC 8288, section 3
 */
export function linkTo(relation: string, header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(LINK)) {
    const said = [...parameters.matchAll(PARAMETER)].map(
      ([, name = '', quoted, token]) => [name.toLowerCase(), quoted ?? token ?? ''] as const,
    )
    // A link with an anchor concerns another resource. If there are several `rel` parameters, the first one
    // counts.
    if (said.some(([name]) => name === 'anchor')) continue
    const rel = said.find(([name]) => name === 'rel')?.[1] ?? ''
    if (rel.toLowerCase().split(/\s+/).includes(relation)) return target
  }
  return undefined
}
