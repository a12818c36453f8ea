import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { FormatPlan } from '../emit/formats/format-plan.ts'
import type { Problem } from '../errors/problem.ts'
import { quote } from '../errors/quote.ts'
import { walkPlaces } from '../model/schema/references.ts'
import type { ReadDocument } from './read-document.ts'

/** A warning for each schema whose values are left unconverted, because an alternative beside it allows values that look the same. */
export function unclearFormats(
  { model, locate }: Pick<ReadDocument, 'model' | 'locate'>,
  { ambiguous }: FormatPlan,
): Problem[] {
  if (ambiguous.size === 0) return []
  const formats = new Map<string, string | undefined>()
  const walk = (schema: JsonSchema, pointer: string): void => {
    walkPlaces(schema, pointer, (inner, place) => {
      if (ambiguous.has(inner)) formats.set(place, inner.format)
    })
  }
  for (const { schema, pointer } of model.schemas) walk(schema, pointer)
  for (const { descriptor } of model.operations) {
    const { parameters = [], requestBody, responses, pointer } = descriptor
    const content = (media: (typeof responses)[string]['content'] = {}, place: string): void => {
      for (const [mediaType, { schema = true }] of Object.entries(media))
        walk(schema, below(place, 'content', mediaType, 'schema'))
    }
    for (const [index, parameter] of parameters.entries())
      walk(
        parameter.schema ?? true,
        below(parameter.pointer ?? below(pointer, 'parameters', index), 'schema'),
      )
    content(requestBody?.content, requestBody?.pointer ?? below(pointer, 'requestBody'))
    for (const [status, response] of Object.entries(responses))
      content(response.content, response.pointer ?? below(pointer, 'responses', status))
  }
  return [...formats].map(([pointer, format]) => ({
    code: 'format-unclear',
    severity: 'warning',
    place: locate(pointer),
    message: `Values of the format ${quote(format)} are left unconverted here: another alternative allows values that look the same.`,
    fix: 'tell the alternatives apart by a `discriminator`, or give them the same format.',
  }))
}
