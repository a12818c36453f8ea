import { MAX_DEPTH } from '../../schema/evaluation/run.ts'
import { HttpProblem } from '../problems/problem.ts'

/**
 * Limits of a body's content, whatever its bytes. A body that is expensive to parse need not be long: 6
 * million empty objects are 20 MB of JSON, 19 kB when compressed, and seconds of a processor.
 */
export interface BodyLimits {
  /**
   * Objects and arrays inside each other. Handlers walk values by recursion: the stack of
   * Node holds some thousand levels.
   */
  readonly depth: number
  /** Members of all objects together. */
  readonly members: number
  /**
   * Names of members that differ; a name counts again where other members stand before it, and each of those
   * behind the first 128 of an object counts. They are the costliest part of JSON: an engine makes an object
   * shape or a table entry for each, which takes 1 to 3 s for a million.
   */
  readonly names: number
  /** Items of all arrays together. */
  readonly items: number
  /** Fields of a form, parts of a multipart body. */
  readonly fields: number
}

/**
 * A full body of 20 MB of events, 40 bytes a member, stays within; so do a million numbers, and a map of tens
 * of thousands of keys. 512 (`MAX_DEPTH`) is also how deep schemas follow a value, and a form of a thousand
 * fields is what other servers allow.
 */
export const DEFAULT_BODY_LIMITS: BodyLimits = {
  depth: MAX_DEPTH,
  members: 500_000,
  names: 50_000,
  items: 1_000_000,
  fields: 1_000,
}

/**
 * Characters that a name may have. Engines hash a longer one by its length alone, and compare it
 * with all others of that length.
 */
export const MAX_NAME_LENGTH = 16_383

type Counted = Exclude<keyof BodyLimits, 'depth'>

const NOUNS: Readonly<Record<Counted, string>> = {
  members: 'members',
  names: 'names of members that differ, or stand in another order',
  items: 'items',
  fields: 'fields',
}

/** Refuses a body that holds too many of something. */
export function tooMany(what: Counted, limit: number): HttpProblem {
  const detail = `The body has more than ${limit} ${NOUNS[what]}.`
  return new HttpProblem({ kind: 'body-too-complex', detail })
}

/** Refuses a body whose names are too long. */
export function assertNameLength(length: number): void {
  if (length <= MAX_NAME_LENGTH) return
  const detail = `The body has a name of more than ${MAX_NAME_LENGTH} characters.`
  throw new HttpProblem({ kind: 'body-too-complex', detail })
}

/** Refuses a body that is nested too deep, as a schema with such a limit would. */
export function tooDeep(limit: number): HttpProblem {
  const message = `must not be nested deeper than ${limit} levels`
  const issue = { instancePath: '', schemaPath: '#', keyword: 'depth', params: { limit }, message }
  return new HttpProblem({
    kind: 'invalid-body',
    detail: `body ${message}.`,
    issues: [{ location: 'body', path: [], issue }],
  })
}
