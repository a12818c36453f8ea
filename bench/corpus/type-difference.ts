import type { Model } from '../../generator/model/model.ts'
import { requestSchemas, responseSchemas } from '../../generator/model/schema/of-operation.ts'
import { closure, referencedNames } from '../../generator/model/schema/references.ts'

/** Why our type of something may not be openapi-typescript's. */
export const REASONS = {
  optional:
    'with exactOptionalPropertyTypes TypeScript does not assign it to itself: one part of an allOf requires a property that another has as optional',
  kinds: 'a base with a discriminator is the union of its kinds here, and the base alone there',
  absent: 'openapi-typescript leaves out what is new in OpenAPI 3.2',
} as const

export type Reason = keyof typeof REASONS

/** "Pet: \"narrower\"", and why; without a reason it is a defect of ours until somebody finds one. */
export interface TypeDifference {
  readonly text: string
  readonly reason?: Reason
}

/**
 * Names the reason of each difference.
 * @param lenient those that are left without exactOptionalPropertyTypes.
 */
export function reasonsOf(
  differences: readonly string[],
  { model, lenient }: { readonly model: Model; readonly lenient: readonly string[] },
): TypeDifference[] {
  const remaining = new Set(lenient)
  const withKinds = namesWithKinds(model)
  return differences.map((text) => {
    if (text.endsWith(': any') || text.includes("does not exist on type 'operations'"))
      return { text, reason: 'absent' }
    if (!remaining.has(text)) return { text, reason: 'optional' }
    const [name = ''] = text.split(/[ :]/)
    return withKinds.has(name) ? { text, reason: 'kinds' } : { text }
  })
}

/** The schemas and operations whose types use one that has kinds. */
function namesWithKinds({ schemas, operations }: Model): ReadonlySet<string> {
  const bases = new Set(schemas.flatMap(({ name, baseName }) => (baseName === undefined ? [] : [name])))
  const used = new Map(schemas.map(({ name, schema }) => [name, referencedNames(schema)]))
  const uses = (names: Iterable<string>) =>
    [...closure(names, (name) => used.get(name) ?? [])].some((name) => bases.has(name))
  const ofOperations = operations.filter(({ descriptor }) => {
    const own = [...requestSchemas(descriptor), ...responseSchemas(descriptor)]
    return uses(own.flatMap((schema) => [...referencedNames(schema)]))
  })
  return new Set([
    ...schemas.filter(({ name }) => uses([name])).map(({ name }) => name),
    ...ofOperations.map(({ descriptor }) => descriptor.operationId),
  ])
}
