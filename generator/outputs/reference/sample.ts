import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../../model/schema/references.ts'

type Definitions = Readonly<Record<string, JsonSchema>>

/** Levels of schemas that a sample shows; what recurs ends there. */
const DEEPEST = 6

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
}

/** A value that shows what a schema is about: its example or default, else one with its required members. It need not be valid. */
export function sampleOf(schema: JsonSchema | undefined, definitions: Definitions, depth = 0): unknown {
  const keywords = keywordsOf(schema)
  const { $ref, examples, default: fallback, const: only, enum: values, allOf, oneOf, anyOf } = keywords
  const inner = (part: JsonSchema | undefined) => sampleOf(part, definitions, depth + 1)
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (fallback !== undefined) return fallback
  if (only !== undefined) return only
  if (values?.[0] !== undefined) return values[0]
  if (depth > DEEPEST) return {}
  const name = definitionName($ref)
  if (name !== undefined) return inner(definitions[name])
  const whole = ownSample(keywords, inner)
  const parts = [...(allOf ?? []), ...(oneOf ?? anyOf ?? []).slice(0, 1)].map(inner)
  const objects = [whole, ...parts].filter((part) => typeof part === 'object' && part !== null)
  if (parts.length === 0) return whole
  return objects.length > 0 ? Object.assign({}, ...objects) : parts[0]
}

function ownSample(
  keywords: ReturnType<typeof keywordsOf>,
  inner: (part: JsonSchema | undefined) => unknown,
): unknown {
  const { type, properties = {}, required = [], items, format, minimum } = keywords
  const first = Array.isArray(type) ? type.find((one) => one !== 'null') : type
  switch (first ?? (Object.keys(properties).length > 0 ? 'object' : undefined)) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, inner(properties[name])]))
    case 'array':
      return [inner(items)]
    case 'string':
      return BY_FORMAT[format ?? ''] ?? 'text'
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return undefined
  }
}
