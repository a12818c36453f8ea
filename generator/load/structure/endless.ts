import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import type { DocumentObject, SchemaObject } from '../../document/document.ts'
import { quote } from '../../errors/quote.ts'
import type { Path } from '../source/reference.ts'
import { MAX_CHAIN } from './inheritance.ts'
import { type Report, UNKNOWN } from './misfit.ts'

/**
 * Keywords that compose a schema of others for the same value. A base whose `oneOf` lists kinds that have it
 * in their `allOf` is not endless: such a kind gets the base's own keywords.
 */
const WAYS = [['allOf'], ['anyOf', 'oneOf']] as const

const SECTION = ['components', 'schemas']

type Schema = SchemaObject | boolean | undefined

/** Removes, with a warning, a reference that makes a schema part of itself: validation would never end. */
export function cutEndless({ components }: DocumentObject, report: Report): void {
  const schemas = components?.schemas ?? {}
  for (const way of WAYS) {
    const open = new Set<string>()
    const done = new Set<string>()

    function visit(name: string): void {
      // A chain that is too long is reported elsewhere.
      if (open.size > MAX_CHAIN) return
      open.add(name)
      walk(schemas[name], [...SECTION, name])
      open.delete(name)
      done.add(name)
    }

    function walk(schema: Schema, path: Path): void {
      if (typeof schema !== 'object') return
      const { $ref } = schema
      const name = $ref === undefined ? undefined : componentOf($ref)
      if (name !== undefined && open.has(name)) {
        delete (schema as { $ref?: string }).$ref
        report(endless([...SECTION, name], path))
      } else if (name !== undefined && !done.has(name)) visit(name)
      for (const keyword of way)
        for (const [index, part] of (schema[keyword] ?? []).entries())
          walk(part, [...path, keyword, String(index)])
    }

    for (const name of Object.keys(schemas)) if (!done.has(name)) visit(name)
  }
}

/** Name of a reference's component. */
function componentOf(reference: string): string | undefined {
  const prefix = `${fragmentOf(SECTION)}/`
  const steps = reference.startsWith(prefix) ? stepsOf(reference).slice(SECTION.length) : []
  return steps.length === 1 ? steps[0] : undefined
}

function endless(target: Path, path: Path): Parameters<Report>[0] {
  return {
    code: 'reference-cycle',
    severity: 'warning',
    path,
    message: `${quote(fragmentOf(target))} leads back to a schema that it is a part of; no value could be judged by it.`,
    reading: UNKNOWN,
    fix: 'remove the reference, or refer to a schema that does not consist of this one.',
  }
}
