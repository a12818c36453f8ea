import { SchemaError } from '../document/json-schema.ts'
import { listInIssue } from '../evaluation/issue.ts'
import { type Check, passCheck } from '../evaluation/run.ts'
import { keywordFailure } from './keyword-value.ts'
import type { Site } from './vocabulary.ts'

/**
 * The kind of a value, found by simple tests such as `typeof`. "other" is a value that JSON cannot contain.
 */
export type ValueKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'file' | 'other'

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`
}

/**
 * Creates the `type` check for each kind of value. The kind is known before any keyword runs, so the result
 * is fixed at compile time: `passCheck`, or a check that always fails. Only "integer" examines the value.
 */
export function valueKindChecks(site: Site): (kind: ValueKind) => Check {
  if (!('type' in site.schema)) return () => passCheck
  const types = typesOf(site)
  const message = `must be ${listInIssue(types.map(withArticle))}`
  const failure = keywordFailure(site, 'type', { params: { type: types }, message })
  const refuse: Check = (_, run) => run.report(failure)
  const integer: Check = (value, run) => Number.isInteger(value) || run.report(failure)
  return (kind) => {
    if (types.includes(kind) || (kind === 'file' && types.includes('string') && isBinary(site)))
      return passCheck
    return kind === 'number' && types.includes('integer') ? integer : refuse
  }
}

function typesOf(site: Site): readonly string[] {
  const { type } = site.schema
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const known = types.filter((item) => typeof item === 'string').filter((item) => TYPES.includes(item))
  if (known.length === types.length) return known
  throw new SchemaError(`${site.location}/type`, `expected one or more of ${listInIssue(TYPES)}`)
}

/**
 * True if a schema describes bytes, so that the value can be a file. @see OpenAPI 3.1.1, Working with Binary
 * Data
 */
function isBinary({ schema }: Site): boolean {
  return schema['format'] === 'binary' || 'contentMediaType' in schema
}
