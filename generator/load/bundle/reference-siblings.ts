import type { Version } from '../../document/version.ts'
import type { Container } from '../source/json.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'

/** Annotations that lose nothing when OpenAPI 3.0 ignores them beside a `$ref`. */
const ANNOTATION = /^(x-|title$|summary$|description$|example$|examples$|\$ref$|deprecated$|externalDocs$)/

/**
 * Takes out what stands beside a "$ref" and does not count there.
 * @returns what is to be said of it, where it meant something.
 * @see OpenAPI 3.1.1, Reference Object: summary and description override; 3.0: all siblings are ignored.
 */
export function dropSiblings(node: Container, version: Version): Omit<ProblemAtPath, 'path'> | undefined {
  const lost = Object.keys(node).filter((name) => name !== '$ref' && !version.siblings.includes(name))
  for (const name of lost) delete node[name]
  const grave = lost.filter((name) => !ANNOTATION.test(name))
  if (grave.length === 0) return undefined
  const names = grave.map((name) => `"${name}"`).join(', ')
  return {
    code: 'reference-siblings-ignored',
    severity: 'warning',
    message: `${names} beside a "$ref" ${grave.length === 1 ? 'is' : 'are'} ignored, as OpenAPI ${version.name} says.`,
    fix: 'wrap the reference: `allOf: [{ $ref: … }]` with the other keywords beside `allOf`.',
  }
}
