import type { DocumentDescriptor } from '@concordat/runtime/http'
import { texts } from '@concordat/runtime/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import { referenceOf } from '../../document/reference.ts'
import { schemaIn } from '../../document/schema-in.ts'

/** Deeper members are rarely all that a server is particular about. */
const MAX_DEPTH = 4
/** Formats that say all of a value; any other one a made-up value may miss. */
const PLAIN_FORMATS = ['date', 'date-time', 'email', 'uuid']

/**
 * Whether a schema leaves to guesses what a server takes: texts that are neither listed nor prose, names of other things,
 * objects of any shape. What is refused then may be right: the document does not say all.
 */
export function leavesOpen(schema: unknown, document: DocumentDescriptor): boolean {
  return isOpen({ schema: schemaIn(document, schema), name: 'body', depth: 0 }, document)
}

interface Part {
  readonly schema: Schema
  readonly name: string
  readonly depth: number
}

function isOpen({ schema, name, depth }: Part, document: DocumentDescriptor): boolean {
  const { keywords, types } = schema
  if ('const' in keywords || 'enum' in keywords) return false
  if (depth > MAX_DEPTH || referenceOf(name, schema, document) !== undefined) return true
  if (types.includes('array')) return isOpen({ schema: schema.items, name, depth: depth + 1 }, document)
  if (types.includes('object')) {
    const members = [...schema.properties]
    return (
      members.length === 0 ||
      members.some(([inner, part]) => isOpen({ schema: part, name: inner, depth: depth + 1 }, document))
    )
  }
  const { format } = keywords
  if (types.includes('string') && format !== undefined) return !PLAIN_FORMATS.includes(format)
  if (types.includes('string')) return !('pattern' in keywords || texts.prose.has(name))
  return types.length === 0
}
