import { MAX_DEPTH } from '../../schema/evaluation/run.ts'
import { HttpProblem } from '../problems/problem.ts'

/**
 * Limits for a body's content, regardless of its bytes, since a short body can be expensive to parse: 6
 * million empty objects are 20 MB of JSON, 19 kB when compressed, and take seconds of processor time.
 */
export interface BodyLimits {
  /**
   * Maximum nesting of objects and arrays. Handlers process values recursively: the stack of Node suffices
   * for some thousand levels.
   */
  readonly depth: number
  /** Maximum number of members of all objects together. */
  readonly members: number
  /**
   * Maximum number of different member names. A name counts again after other members, and every name after
   * the first 128 of an object counts. They are the most expensive part of JSON: an engine creates an object
   * shape or a table entry for each, which takes 1 to 3 s for a million.
   */
  readonly names: number
  /** Maximum number of items of all arrays together. */
  readonly items: number
  /** Maximum number of fields of a form, or parts of a multipart body. */
  readonly fields: number
}

/**
 * A full body of 20 MB of events with 40 bytes per member is allowed; so are a million numbers, and a map of
 * tens of thousands of keys. 512 (`MAX_DEPTH`) is also the schemas' limit for the depth of a value, and a
 * thousand fields of a form are what other servers allow.
 */
export const DEFAULT_BODY_LIMITS: BodyLimits = {
  depth: MAX_DEPTH,
  members: 500_000,
  names: 50_000,
  items: 1_000_000,
  fields: 1_000,
}

/**
 * Maximum length of a name. Engines hash a longer one by its length only, and compare it with all others of
 * that length.
 */
export const MAX_NAME_LENGTH = 16_383

type Counted = Exclude<keyof BodyLimits, 'depth'>

const NOUNS: Readonly<Record<Counted, string>> = {
  members: 'members',
  names: 'names of members that differ, or stand in another order',
  items: 'items',
  fields: 'fields',
}

/** The refusal for a body with too many parts of some kind. */
export function tooManyParts(what: Counted, limit: number): HttpProblem {
  const detail = `The body has more than ${limit} ${NOUNS[what]}.`
  return new HttpProblem({ kind: 'body-too-complex', detail })
}

/** Refuses a name that is too long. */
export function assertFieldNameLength(length: number): void {
  if (length <= MAX_NAME_LENGTH) return
  const detail = `The body has a name of more than ${MAX_NAME_LENGTH} characters.`
  throw new HttpProblem({ kind: 'body-too-complex', detail })
}

/** The refusal for a body that is nested too deeply, in the form of a schema violation. */
export function bodyTooDeep(limit: number): HttpProblem {
  const message = `must not be nested deeper than ${limit} levels`
  const issue = { instancePath: '', schemaPath: '#', keyword: 'depth', params: { limit }, message }
  return new HttpProblem({
    kind: 'invalid-body',
    detail: `body ${message}.`,
    issues: [{ location: 'body', path: [], issue }],
  })
}
