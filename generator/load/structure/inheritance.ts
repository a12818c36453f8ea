import { composedOf } from '@concordat/runtime/subschemas'
import type { DocumentObject, SchemaObject } from '../../document/document.ts'
import type { LoadReport } from './misfit.ts'

/** Maximum length of a chain of `allOf`, `anyOf` and `oneOf`; each link is a nested call in later stages. */
export const MAX_CHAIN = 100

/**
 * Maximum number of schemas in a composition, including repetitions. For example, 41 schemas that each use
 * the next one twice count as two trillion.
 */
const MAX_PARTS = 100_000

const COMPONENTS = '#/components/schemas/'

type Schema = SchemaObject | boolean | undefined

/**
 * Reports the first schema that is composed of more schemas, or in a longer chain, than later stages can
 * handle.
 */
export function checkInheritance({ components }: DocumentObject, report: LoadReport): void {
  const schemas = components?.schemas ?? {}
  const known = new Map<string, number>()

  /**
   * Number of schemas in a named schema; 0 if it is already being counted, and infinite if the chain is too
   * long.
   */
  function partsOfNamed(name: string, chain: number): number {
    const counted = known.get(name)
    if (counted !== undefined) return counted
    if (chain > MAX_CHAIN) return Number.POSITIVE_INFINITY
    known.set(name, 0)
    const parts = partsOf(schemas[name], chain + 1)
    known.set(name, parts)
    return parts
  }

  function partsOf(schema: Schema, chain: number): number {
    if (typeof schema !== 'object') return 1
    const { $ref } = schema
    const name = $ref?.startsWith(COMPONENTS) ? $ref.slice(COMPONENTS.length) : undefined
    const referred = name === undefined ? 0 : partsOfNamed(name, chain)
    return composedOf(schema).reduce((sum, part) => sum + partsOf(part, chain), 1 + referred)
  }

  for (const name of Object.keys(schemas)) {
    const parts = partsOfNamed(name, 0)
    if (parts <= MAX_PARTS) continue
    report({
      code: 'bound-exceeded',
      severity: 'error',
      path: ['components', 'schemas', name],
      message: `"allOf", "anyOf" and "oneOf" compose the schema from more than ${MAX_PARTS} other schemas, or in a chain of more than ${MAX_CHAIN}.`,
      fix: 'compose the schema from fewer other schemas.',
    })
    return
  }
}
