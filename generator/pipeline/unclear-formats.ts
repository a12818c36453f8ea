import type { FormatPlan } from '../emit/formats/format-plan.ts'
import type { Problem } from '../errors/problem.ts'
import { quoteInProblem } from '../errors/quote.ts'
import type { ReadDocument } from './read-document.ts'
import { visitSchemasForWarnings } from './schema-places.ts'

/**
 * Warnings for schemas whose values stay unconverted, because they might be mistaken for values of another
 * alternative.
 */
export function unclearFormats(
  { model, locate }: Pick<ReadDocument, 'model' | 'locate'>,
  { ambiguous }: FormatPlan,
): Problem[] {
  if (ambiguous.size === 0) return []
  const formats = new Map<string, string | undefined>()
  visitSchemasForWarnings(model, (schema, place) => {
    if (ambiguous.has(schema)) formats.set(place, schema.format)
  })
  return [...formats].map(([pointer, format]) => ({
    code: 'format-unclear',
    severity: 'warning',
    place: locate(pointer),
    message: `Concordat does not convert values with the format ${quoteInProblem(format)} here, because it might mistake them for values of another alternative, either in JSON or after conversion.`,
    fix: 'distinguish the alternatives with a `discriminator`, or give them the same format.',
  }))
}
