import { MAX_DEPTH } from '../../schema/evaluation/run.ts'
import { HttpProblem } from '../problems/problem.ts'

/**
 * Limits for a body's content, regardless of its size in bytes, because a short body can be expensive to
 * parse: 6 million empty objects are 20 MB of JSON or 19 kB compressed, and take seconds of processor time.
 */
export interface BodyLimits {
  /**
   * Maximum nesting of objects and arrays. Handlers process values recursively, and Node's stack suffices for
   * a few thousand levels.
   */
  readonly depth: number
  /** Maximum number of properties in all objects together. */
  readonly members: number
  /**
   * Maximum number of distinct property names. A name counts again if it follows different properties, and
   * every name after the first 128 of an object counts. Names are the most expensive part of JSON: an engine
   * creates an object shape or a table entry for each, which takes 1 to 3 s for a million names.
   */
  readonly names: number
  /** Maximum number of items in all arrays together. */
  readonly items: number
  /** Maximum number of fields in a form, or parts in a multipart body. */
  readonly fields: number
}

/**
 * The limits are high enough for any one of these: 20 MB of events at 40 bytes per property, an array of a
 * million numbers, or a map with tens of thousands of keys. The depth is the one that schema validation
 * allows (`MAX_DEPTH`), and 1000 form fields is a common limit in other servers.
 */
export const DEFAULT_BODY_LIMITS: BodyLimits = {
  depth: MAX_DEPTH,
  members: 500_000,
  names: 50_000,
  items: 1_000_000,
  fields: 1_000,
}

/**
 * Maximum length of a name. Engines hash longer names by their length only, and compare each with all others
 * of that length.
 */
export const MAX_NAME_LENGTH = 16_383

type Counted = Exclude<keyof BodyLimits, 'depth'>

const NOUNS: Readonly<Record<Counted, string>> = {
  members: 'properties',
  names: 'distinct property names; a name counts again if it follows different properties',
  items: 'items',
  fields: 'fields',
}

/** The error for a body with too many parts of some kind. */
export function tooManyParts(what: Counted, limit: number): HttpProblem {
  const detail = `The body has more than ${limit} ${NOUNS[what]}.`
  return new HttpProblem({ kind: 'body-too-complex', detail })
}

/** Rejects a name that is too long. */
export function assertFieldNameLength(length: number): void {
  if (length <= MAX_NAME_LENGTH) return
  const detail = `The body has a name longer than ${MAX_NAME_LENGTH} characters.`
  throw new HttpProblem({ kind: 'body-too-complex', detail })
}

/** The error for a body that is nested too deeply, in the form of a schema violation. */
export function bodyTooDeep(limit: number): HttpProblem {
  const message = `must not be nested deeper than ${limit} levels`
  const issue = { instancePath: '', schemaPath: '#', keyword: 'depth', params: { limit }, message }
  return new HttpProblem({
    kind: 'invalid-body',
    detail: `body ${message}.`,
    issues: [{ location: 'body', path: [], issue }],
  })
}
