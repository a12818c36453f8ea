import { SchemaError } from '../document/json-schema.ts'
import type { Failure } from '../evaluation/issue.ts'
import { isObject } from '../json/json.ts'
import { nativePattern, type Pattern } from '../pattern/pattern.ts'
import type { Site } from './vocabulary.ts'

/** The failure that the keyword reports for a value that breaks it. */
export function keywordFailure(
  site: Site,
  keyword: string,
  details: Omit<Failure, 'schemaPath' | 'keyword'>,
): Failure {
  return { schemaPath: `${site.location}/${keyword}`, keyword, ...details }
}
/** Reads a keyword's value as a number. */
export function keywordNumber(site: Site, keyword: string): number {
  const value = site.schema[keyword]
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new SchemaError(`${site.location}/${keyword}`, 'expected a number')
}

/** Reads a limit for lengths and counts: a whole number, at least zero; 2.0 counts as 2. */
export function keywordCount(site: Site, keyword: string): number {
  const value = keywordNumber(site, keyword)
  if (Number.isInteger(value) && value >= 0) return value
  throw new SchemaError(`${site.location}/${keyword}`, 'expected a non-negative integer')
}

export function keywordText(site: Site, keyword: string): string {
  const value = site.schema[keyword]
  if (typeof value === 'string') return value
  throw new SchemaError(`${site.location}/${keyword}`, 'expected a string')
}

export function keywordList(site: Site, keyword: string): readonly unknown[] {
  const value = site.schema[keyword]
  if (Array.isArray(value)) return value
  throw new SchemaError(`${site.location}/${keyword}`, 'expected a list')
}

export function keywordRecord(site: Site, keyword: string): Readonly<Record<string, unknown>> {
  const value = site.schema[keyword]
  if (isObject(value)) return value
  throw new SchemaError(`${site.location}/${keyword}`, 'expected an object')
}

/** Reads property names from a keyword's value or a part of it. */
export function keywordNames(value: unknown, location: string): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  throw new SchemaError(location, 'expected a list of property names')
}

/**
 * Compiles a pattern with the vocabulary's compiler. @throws SchemaError if the pattern is not a regular
 * expression.
 */
export function keywordPattern(
  site: Site,
  { pattern, location }: { readonly pattern: string; readonly location: string },
): Pattern {
  try {
    return (site.vocabulary.compilePattern ?? nativePattern)(pattern)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new SchemaError(location, `"${pattern}" is not an ECMA-262 regular expression`)
  }
}
