import { VALUE_FIELDS } from '../../document/swagger-objects.ts'
import { enumerated } from '../../errors/counted.ts'
import { type Container, referenceInNode } from '../source/json.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'

/** OpenAPI 3 fields that describe the value of a parameter or header. */
const DESCRIPTIONS = ['schema', 'content']

/** Swagger 2.0 fields that describe a value. */
const TYPES = ['type', 'enum']

/**
 * Moves Swagger 2.0 fields that describe the value of a parameter or header into a `schema`.
 * @param path path of the parameter in `document`.
 * @returns the warning; `undefined` if nothing was moved.
 */
export function liftValueFields(
  node: Container,
  {
    document,
    path,
    sources,
  }: { readonly document: Container; readonly path: Path; readonly sources: Sources },
): ProblemAtPath | undefined {
  if (DESCRIPTIONS.some((field) => Object.hasOwn(node, field)) || referenceInNode(node) !== undefined)
    return undefined
  if (!TYPES.some((field) => Object.hasOwn(node, field))) return undefined
  const schema: Container = {}
  const written = sources.of(node)
  for (const field of VALUE_FIELDS) {
    if (!Object.hasOwn(node, field)) continue
    schema[field] = node[field]
    delete node[field]
  }
  sources.replace(schema, written)
  sources.set(node, 'schema', sources.trace(document, path))
  node['schema'] = schema
  return {
    code: 'value-without-schema',
    severity: 'warning',
    path,
    message: `The value has no "schema". As in Swagger 2.0, it has ${enumerated(
      Object.keys(schema).map((field) => `"${field}"`),
    )} next to its name.`,
    reading: 'a "schema" with these fields',
    fix: 'move them into a "schema".',
  }
}
