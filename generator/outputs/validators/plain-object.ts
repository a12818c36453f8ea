import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { printedJudgedSchema } from '../schemas/words.ts'
import { type SaidByLibrary, unsaidKeywords } from './unsaid.ts'

const KEYWORDS: readonly string[] = ['type', 'properties', 'required', 'additionalProperties']

/** True if a schema describes objects only by their members. */
export function isPlainObjectSchema(schema: JsonSchema, said: SaidByLibrary): boolean {
  const judged = keywordsOf(printedJudgedSchema(schema))
  const { type, properties = {}, required = [], additionalProperties = false } = judged
  return (
    type === 'object' &&
    Object.keys(judged).every((keyword) => KEYWORDS.includes(keyword)) &&
    required.every((name) => Object.hasOwn(properties, name)) &&
    additionalProperties === false &&
    unsaidKeywords(judged, said).length === 0
  )
}
