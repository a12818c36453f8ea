import { pointerBelow } from '@concordat/runtime/pointer'
import type { SchemaObject } from '../../../document/document.ts'
import type { CopiedPosition } from './context.ts'
import type { SchemaDraft } from './keywords/draft.ts'
import { readPattern } from './patterns/read-pattern.ts'

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'])
/** Names of types in Python and other languages, which people and libraries write by mistake. */
const FOREIGN: ReadonlyMap<string, string> = new Map(
  'str:string int:integer bool:boolean float:number double:number dict:object list:array'
    .split(' ')
    .map((pair) => pair.split(':'))
    .map(([foreign = '', type = '']) => [foreign, type]),
)

/** Reads the value keywords that documents write differently from JSON Schema, or that have to be checked. */
export function readValueKeywords(input: SchemaObject, output: SchemaDraft, position: CopiedPosition): void {
  const { place, context } = position
  if (typeof input.type === 'string' && TYPES.has(input.type)) output.type = input.type
  else if (input.type !== undefined) {
    const known = [input.type].flat().flatMap((type) => (TYPES.has(type) ? [type] : readType(type, position)))
    const [only] = known
    if (only !== undefined) output.type = known.length === 1 ? only : [...new Set(known)]
  }
  if (input.enum !== undefined) output.enum = unique(input.enum)
  if ('const' in input) output.const = input.const
  if (input.required !== undefined && input.required.length > 0) output.required = unique(input.required)
  if (input.pattern !== undefined) {
    const { pattern: source, maxLength } = input
    const read = readPattern(
      { pointer: pointerBelow(place, 'pattern'), source, ...(maxLength !== undefined && { maxLength }) },
      context,
    )
    if (read !== undefined) output.pattern = read
  }
}

/**
 * Reads and reports a type that JSON Schema does not define. Types in the wrong case, types of programming
 * languages and Swagger's "file" are understood; others are ignored.
 */
function readType(type: string, { place, context, isOctets }: CopiedPosition): string[] {
  const lower = type.toLowerCase()
  const read = TYPES.has(lower) ? lower : lower === 'file' ? 'string' : FOREIGN.get(lower)
  const isFile = lower === 'file' && isOctets
  context.report({
    code: 'wrong-value',
    severity: 'warning',
    place: pointerBelow(place, 'type'),
    message: `JSON Schema has no type "${type}".`,
    reading: isFile ? 'binary data' : read === undefined ? 'if it were not there' : `"${read}"`,
    fix: isFile
      ? 'write { type: string, format: binary }.'
      : `write one of ${[...TYPES].map((name) => `"${name}"`).join(', ')}.`,
  })
  return read === undefined ? [] : [read]
}

function unique<Value>(values: readonly Value[]): Value[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const text = JSON.stringify(value)
    return !seen.has(text) && seen.add(text)
  })
}
