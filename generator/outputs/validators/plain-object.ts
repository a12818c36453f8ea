import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { judgedSchema } from '../schemas/words.ts'
import { type Said, unsaidKeywords } from './unsaid.ts'

const KEYWORDS: readonly string[] = ['type', 'properties', 'required', 'additionalProperties']

/** True if a schema describes objects only by their members. */
export function isPlainObjectSchema(schema: JsonSchema, said: Said): boolean {
  const judged = keywordsOf(judgedSchema(schema))
  const { type, properties = {}, required = [], additionalProperties = false } = judged
  return (
    type === 'object' &&
    Object.keys(judged).every((keyword) => KEYWORDS.includes(keyword)) &&
    required.every((name) => Object.hasOwn(properties, name)) &&
    additionalProperties === false &&
    unsaidKeywords(judged, said).length === 0
  )
}
