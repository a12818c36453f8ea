import type { Version } from '../../document/version.ts'
import { type Container, isContainer } from '../source/json.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'

/** Keywords that can be ignored next to a `$ref` without loss of meaning. */
const ANNOTATION = /^(x-|title$|summary$|description$|example$|examples$|\$ref$|deprecated$|externalDocs$)/

/**
 * Removes siblings of a `$ref` that do not apply.
 * @returns a problem if any of them was more than an annotation.
 * @see OpenAPI 3.1.1, Reference Object: summary and description override; 3.0: all siblings are ignored.
 */
export function dropReferenceSiblings(
  node: Container,
  { version, isSchema }: { readonly version: Version; readonly isSchema: boolean },
): Omit<ProblemAtPath, 'path'> | undefined {
  const lost = Object.keys(node).filter((name) => name !== '$ref' && !version.siblings.includes(name))
  for (const name of lost) delete node[name]
  const grave = lost.filter((name) => !ANNOTATION.test(name))
  if (grave.length === 0) return undefined
  const names = grave.map((name) => `"${name}"`).join(', ')
  return {
    code: 'reference-siblings-ignored',
    severity: 'warning',
    message: `${names} next to a "$ref" ${grave.length === 1 ? 'is' : 'are'} ignored, as OpenAPI ${version.name} requires.`,
    fix: isSchema
      ? `wrap the reference: \`allOf: [{ $ref: … }]\` with the other keywords beside \`allOf\`${
          lost.includes('nullable') ? ', or generate with `nullableReferences` if the service sends null' : ''
        }.`
      : 'write them in the target of the reference.',
  }
}

/**
 * Handles an `allOf` part that contains only `nullable` and annotations: `allOf: [{ $ref }, { description,
 * nullable: true }]`. The other parts still forbid null, so the part has no effect, unless the version heeds
 * it and the whole schema becomes nullable.
 * @returns a problem, with the part's index.
 * @see OpenAPI 3.0.3, Schema Object, nullable: it takes effect only beside a type
 */
export function readNullablePart(
  node: Container,
  { name, nullableParts }: Version,
): (Omit<ProblemAtPath, 'path'> & { readonly part: number }) | undefined {
  const { allOf } = node
  if (nullableParts === undefined || !Array.isArray(allOf) || allOf.length < 2) return undefined
  const part = allOf.findIndex(saysNullableAlone)
  if (part < 0 || node['nullable'] === true) return undefined
  if (nullableParts === 'heeded') {
    node['nullable'] = true
    return undefined
  }
  return {
    part,
    code: 'reference-siblings-ignored',
    severity: 'warning',
    message: `"nullable" in a part of "allOf" is ignored, as OpenAPI ${name} requires, because the other parts do not allow null.`,
    fix: 'move `nullable` out of the part, next to `allOf`, or generate with `nullableReferences` if the service sends null.',
  }
}

function saysNullableAlone(part: unknown): boolean {
  return (
    isContainer(part) &&
    part['nullable'] === true &&
    Object.keys(part).every((name) => name === 'nullable' || (name !== '$ref' && ANNOTATION.test(name)))
  )
}
