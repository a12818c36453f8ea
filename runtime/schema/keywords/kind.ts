import { Evaluated } from '../evaluation/evaluated.ts'
import { type Check, every, pass } from '../evaluation/run.ts'
import { anyKeywords } from './any.ts'
import { arrayKeywords, unevaluatedItems } from './array.ts'
import type { Keyword, Site } from './keyword.ts'
import { numberKeywords } from './number.ts'
import { objectKeywords, unevaluatedProperties } from './object.ts'
import { noteScalarTest } from './scalar-test.ts'
import { stringKeywords } from './string.ts'
import { type Kind, typeChecks } from './type.ts'

type Keywords<T> = ReadonlyMap<string, Keyword<T>>

/** Maps, because a schema may well have a member named "constructor". */
const ANY: Keywords<unknown> = new Map(Object.entries(anyKeywords))
const STRING: Keywords<string> = new Map(Object.entries(stringKeywords))
const NUMBER: Keywords<number> = new Map(Object.entries(numberKeywords))
const ARRAY: Keywords<readonly unknown[]> = new Map(Object.entries(arrayKeywords))
const OBJECT: Keywords<Readonly<Record<string, unknown>>> = new Map(Object.entries(objectKeywords))
const NONE: Keywords<unknown> = new Map()

/**
 * The keywords that bound how much there is of a value. They are judged first, and a value that breaks one is not looked
 * into: otherwise a list would be walked that is refused for its length.
 */
const SIZES: ReadonlySet<string> = new Set(['maxLength', 'maxItems', 'maxProperties'])

/** The keywords that look into the value, or apply schemas. Where the verdict alone is wanted, the others may decide it sooner. */
const DEEP: ReadonlySet<string> = new Set([
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  ...['prefixItems', 'items', 'contains', 'uniqueItems'],
])

/**
 * Compiles a schema once for each kind of value, so that a value meets only the keywords that judge its kind, and `type`
 * costs nothing where it holds.
 */
export function compileSite(site: Site): Check {
  const general = new Map<string, Check>()
  for (const keyword of Object.keys(site.schema)) {
    const compileKeyword = ANY.get(keyword)
    if (compileKeyword !== undefined) general.set(keyword, compileKeyword(site, keyword))
  }
  const typeOf = typeChecks(site)
  const checks = <T>(kind: Kind, keywords: Keywords<T>) =>
    checkOf(site, { general, keywords, type: typeOf(kind) })
  const check = dispatch({
    string: checks('string', STRING),
    number: checks('number', NUMBER),
    boolean: checks('boolean', NONE),
    null: checks('null', NONE),
    array: tracked(checks('array', ARRAY), site, {
      keyword: 'unevaluatedItems',
      compileKeyword: unevaluatedItems,
    }),
    object: tracked(checks('object', OBJECT), site, {
      keyword: 'unevaluatedProperties',
      compileKeyword: unevaluatedProperties,
    }),
    file: checks('file', NONE),
    other: checks('other', NONE),
  })
  noteScalarTest(check, site)
  return check
}

interface Parts<T> {
  readonly general: ReadonlyMap<string, Check>
  readonly keywords: Keywords<T>
  readonly type: Check
}

/** The keywords that judge one kind: that of its size, then the others in the order of the schema. */
function checkOf<T>(site: Site, { general, keywords, type }: Parts<T>): Check<T> {
  const sizes: Check<T>[] = []
  const others: Check<T>[] = []
  const shallow: Check<T>[] = []
  for (const keyword of Object.keys(site.schema)) {
    const check = keyword === 'type' ? type : (general.get(keyword) ?? keywords.get(keyword)?.(site, keyword))
    if (check === undefined || check === pass) continue
    if (SIZES.has(keyword)) sizes.push(check)
    else others.push(check)
    if (!SIZES.has(keyword) && !DEEP.has(keyword)) shallow.push(check)
  }
  return within(every(sizes), inOrder(others, shallow))
}

/** All checks, in the order of the schema while issues are wanted, the shallow ones first for a verdict. */
function inOrder<T>(checks: readonly Check<T>[], shallow: readonly Check<T>[]): Check<T> {
  const told = every(checks)
  if (shallow.every((check, index) => check === checks[index])) return told
  const silent = every([...new Set([...shallow, ...checks])])
  return (value, run) => (run.isSilent ? silent : told)(value, run)
}

/** The other checks, for a value that is not too large. */
function within<T>(size: Check<T>, others: Check<T>): Check<T> {
  if (size === pass || others === pass) return size === pass ? others : size
  return (value, run) => size(value, run) && others(value, run)
}

/** Notes what the other keywords evaluate, for the one that judges what is left; only schemas that have it pay for that. */
function tracked<T>(
  check: Check<T>,
  site: Site,
  { keyword, compileKeyword }: { keyword: string; compileKeyword: Keyword<T> },
): Check<T> {
  if (!(keyword in site.schema)) return check
  const checkRest = compileKeyword(site, keyword)
  return (value, run) => {
    const { evaluated: outer } = run
    const own = new Evaluated()
    run.evaluated = own
    const first = check(value, run)
    const holds = (first || !run.isDone) && checkRest(value, run) && first
    run.evaluated = outer
    if (holds) outer?.addAll(own)
    return holds
  }
}

interface Checks {
  readonly string: Check<string>
  readonly number: Check<number>
  readonly boolean: Check
  readonly null: Check
  readonly array: Check<readonly unknown[]>
  readonly object: Check<Readonly<Record<string, unknown>>>
  readonly file: Check
  readonly other: Check
}

function dispatch(checks: Checks): Check {
  if (Object.values(checks).every((check) => check === pass)) return pass
  const { string, number, boolean, null: nothing, array, object, file, other } = checks
  return (value, run) => {
    switch (typeof value) {
      case 'string':
        return string(value, run)
      case 'number':
        // JSON cannot write the others, but it can be read as infinite: "1e999".
        return Number.isFinite(value) ? number(value, run) : other(value, run)
      case 'boolean':
        return boolean(value, run)
      case 'object':
        if (value === null) return nothing(value, run)
        if (Array.isArray(value)) return array(value, run)
        // `instanceof` costs more than the other tests together, and few values need it.
        if (value.constructor !== Object && value instanceof Blob) return file(value, run)
        return object(value as Readonly<Record<string, unknown>>, run)
      default:
        return other(value, run)
    }
  }
}
