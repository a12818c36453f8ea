import { type Check, everyCheck, passCheck } from '../evaluation/run.ts'
import { type ValueKind, valueKindChecks } from './type.ts'
import type { Compile, Keyword, Properties, Site } from './vocabulary.ts'

/**
 * Compiles a schema once per kind of value, so that only the keywords for a value's kind run, and a matching
 * `type` costs nothing.
 */
export function compileSite(site: Site): Check {
  const keywords = Object.keys(site.schema).flatMap((name) => site.vocabulary.keywords.get(name) ?? [])
  const general = new Map<string, Check>()
  for (const { keyword, any } of keywords) if (any !== undefined) general.set(keyword, any(site, keyword))
  const typeOf = valueKindChecks(site)
  const checks = <T>(kind: ValueKind, compileOf?: (keyword: Keyword) => Compile<T> | undefined) =>
    checkOf(site, { keywords, general, compileOf, type: typeOf(kind) })
  const check = dispatch({
    string: checks('string', ({ string }) => string),
    number: checks('number', ({ number }) => number),
    boolean: checks('boolean'),
    null: checks('null'),
    array: checks('array', ({ array }) => array),
    object: checks('object', ({ object }) => object),
    file: checks('file'),
    other: checks('other'),
  })
  for (const shortcut of site.vocabulary.shortcuts) shortcut.note(check, site)
  return check
}

interface Parts<T> {
  /** The schema's keywords, in its order. */
  readonly keywords: readonly Keyword[]
  readonly general: ReadonlyMap<string, Check>
  readonly compileOf: ((keyword: Keyword) => Compile<T> | undefined) | undefined
  readonly type: Check
}

/** Combines the checks of all keywords that apply to one kind of value. */
function checkOf<T>(site: Site, { keywords, general, compileOf, type }: Parts<T>): Check<T> {
  const sizes: Check<T>[] = []
  const others: Check<T>[] = []
  const shallow: Check<T>[] = []
  let finish = (check: Check<T>): Check<T> => check
  for (const name of Object.keys(site.schema)) {
    const word = keywords.find(({ keyword }) => keyword === name)
    const check = name === 'type' ? type : (general.get(name) ?? (word && compileOf?.(word)?.(site, name)))
    if (check === undefined || check === passCheck) continue
    if (word?.finish !== undefined) finish = word.finish(check)
    else if (word?.order === 'size') sizes.push(check)
    else {
      others.push(check)
      if (word?.order !== 'deep') shallow.push(check)
    }
  }
  return finish(within(everyCheck(sizes), inOrder(others, shallow)))
}

/** Runs all checks: in the schema's order if issues are wanted, otherwise the shallow ones first. */
function inOrder<T>(checks: readonly Check<T>[], shallow: readonly Check<T>[]): Check<T> {
  const told = everyCheck(checks)
  if (shallow.every((check, index) => check === checks[index])) return told
  const silent = everyCheck([...new Set([...shallow, ...checks])])
  return (value, run) => (run.isSilent ? silent : told)(value, run)
}

/** Runs the other checks only if the value is not too large. */
function within<T>(size: Check<T>, others: Check<T>): Check<T> {
  if (size === passCheck || others === passCheck) return size === passCheck ? others : size
  return (value, run) => size(value, run) && others(value, run)
}

interface Checks {
  readonly string: Check<string>
  readonly number: Check<number>
  readonly boolean: Check
  readonly null: Check
  readonly array: Check<readonly unknown[]>
  readonly object: Check<Properties>
  readonly file: Check
  readonly other: Check
}

function dispatch(checks: Checks): Check {
  if (Object.values(checks).every((check) => check === passCheck)) return passCheck
  const { string, number, boolean, null: nothing, array, object, file, other } = checks
  return (value, run) => {
    switch (typeof value) {
      case 'string':
        return string(value, run)
      case 'number':
        // Treat infinity as a value that JSON cannot contain, although "1e999" is parsed as infinity.
        return Number.isFinite(value) ? number(value, run) : other(value, run)
      case 'boolean':
        return boolean(value, run)
      case 'object':
        if (value === null) return nothing(value, run)
        if (Array.isArray(value)) return array(value, run)
        // Compare the constructor first: `instanceof` costs more than all other tests together, and few
        // values need it.
        if (value.constructor !== Object && value instanceof Blob) return file(value, run)
        return object(value as Properties, run)
      default:
        return other(value, run)
    }
  }
}
