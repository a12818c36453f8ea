import { isLinearNatively } from '@concordat/runtime/linear-pattern'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { mapSubschemas } from '@concordat/runtime/subschemas'
import * as vocabulary from '@concordat/runtime/vocabulary'
import type { Code } from '../../emit/print/code.ts'
import { IMPORTED_MODULES, importedValue } from '../../emit/print/modules.ts'
import { kindsNamedBySchema, walkNamedSchema } from '../../model/schema/references.ts'

const EXPORTS = Object.entries(vocabulary)
/** The runtime's name for the keyword with which a discriminator selects an heir. */
const KINDS = 'kindsKeyword'
/** The runtime's export names, keyed by keyword. */
const KEYWORDS = new Map(
  EXPORTS.flatMap(([name, word]) =>
    'keyword' in word && name !== KINDS ? [[word.keyword, name] as const] : [],
  ),
)
const FORMATS = new Map(EXPORTS.flatMap(([name, word]) => ('format' in word ? [[word.format, name]] : [])))

/** A type with keywords of its own. */
export type JudgedType = 'string' | 'number' | 'array' | 'object'

/** Keywords that validate values of a type or, without a type, all keywords that validate. */
export function printedJudgingKeywords(type?: JudgedType): readonly string[] {
  return EXPORTS.flatMap(([, word]) =>
    'keyword' in word && (type === undefined || type in word) ? [word.keyword] : [],
  )
}

/** The runtime's name for a format, if it validates values of the type. */
export function schemaWordOfFormat(format: string | undefined, type: 'string' | 'number'): Code | undefined {
  const [name] = EXPORTS.find(([, word]) => 'format' in word && word.format === format && type in word) ?? []
  return name === undefined ? undefined : importedValue(name, IMPORTED_MODULES.vocabulary)
}

/** Keywords that affect how a validating keyword is read, or that lead to other schemas. */
const READ: ReadonlySet<string> = new Set([
  ...['type', 'contentMediaType', '$defs'],
  ...EXPORTS.flatMap(([, word]) => ('keyword' in word ? (word.reads ?? []) : [])),
])

/** Removes the parts of a schema that no check reads: prose, examples, extensions and unknown formats. */
export function printedJudgedSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const kept = Object.entries(schema).filter(([keyword, value]) =>
    keyword === 'format' ? isKnown(value) : KEYWORDS.has(keyword) || READ.has(keyword),
  )
  return mapSubschemas(Object.fromEntries(kept), printedJudgedSchema)
}

function isKnown(format: unknown): format is string {
  return typeof format === 'string' && FORMATS.has(format)
}

/** The runtime's names that a schema uses, in the runtime's order, which does not depend on the document. */
export function runtimeWords(schema: JsonSchema): readonly Code[] {
  const names = new Set<string | undefined>()
  walkNamedSchema(schema, (inner) => {
    for (const keyword of Object.keys(inner)) names.add(KEYWORDS.get(keyword))
    if (kindsNamedBySchema(inner).length > 0) names.add(KINDS)
    if (isKnown(inner.format)) names.add(FORMATS.get(inner.format))
    if (!patternsOf(inner).every(isLinear)) names.add('linearPatterns')
  })
  return EXPORTS.flatMap(([name]) =>
    names.has(name) ? [importedValue(name, IMPORTED_MODULES.vocabulary)] : [],
  )
}

function patternsOf({ pattern, patternProperties = {} }: SchemaObject): readonly string[] {
  return [...(pattern === undefined ? [] : [pattern]), ...Object.keys(patternProperties)]
}

/**
 * True if JavaScript's own engine matches the pattern in linear time, or if it is not a regular expression,
 * because the runtime rejects such a pattern anyway.
 */
function isLinear(source: string): boolean {
  try {
    return isLinearNatively(source)
  } catch (error) {
    if (error instanceof SyntaxError) return true
    throw error
  }
}
