import { type JsonSchema, SchemaError } from './document/json-schema.ts'
import {
  dynamicAnchor,
  isDynamicAnchor,
  type Resource,
  resolveReference,
  SchemaDocument,
  type SchemaPlace,
  valueBelow,
} from './document/reference.ts'
import type { Issue } from './evaluation/issue.ts'
import { type Check, NO_ISSUES, pass, Run } from './evaluation/run.ts'
import { Scope } from './evaluation/scope.ts'
import { isObject } from './json/json.ts'
import { escapeStep, type Step } from './json/pointer.ts'
import { type Site, textAt } from './keywords/keyword.ts'
import { compileSite } from './keywords/kind.ts'
import { scalarTestOf } from './keywords/scalar-test.ts'
import type { CompilePattern, Pattern } from './pattern/pattern.ts'
import { type StandardSchema, standardSchema } from './standard-schema.ts'

/**
 * Validates a value. The answer holds its issues, as many as are wanted, in the order of the schema's keywords but that of
 * the value's size first; it is empty when the value is valid. Of `anyOf` and `oneOf` they are those of the alternative that was
 * meant, as a discriminator or the value's type tells; where nothing does, one issue, whose `params.branches` has those of each.
 */
export type Validate = (value: unknown) => readonly Issue[]

/** A compiled schema; other libraries take it as a Standard Schema. */
export type Validator = Validate & StandardSchema

/** Options of one compiler. */
export interface EngineOptions {
  /**
   * How many issues of a value are wanted; validation stops at the last. A value that breaks its schema a million times
   * costs a million issues otherwise. `Number.POSITIVE_INFINITY` is for values that are known to be small. Default: 20.
   */
  readonly maxIssues?: number
  /** Compiles `pattern` and the keys of `patternProperties`. */
  readonly compilePattern: CompilePattern
}

/** More than anyone reads, and cheap to make. */
export const DEFAULT_MAX_ISSUES = 20

/**
 * Makes a compiler of schemas, with patterns of the caller's choice. A definition is compiled when a schema that is compiled first reaches it, and once.
 * @param definitions schemas by name: `{ $ref: "#/$defs/Name" }`, or a pointer that goes on below, reaches them.
 * @returns throws SchemaError for a `$ref` that leads nowhere or only to itself, a pattern that is not a regular
 *   expression, a keyword whose value the draft does not allow, or schemas nested too deep.
 */
export function createValidatorWith(
  definitions: Readonly<Record<string, JsonSchema>>,
  { maxIssues: max = DEFAULT_MAX_ISSUES, compilePattern }: EngineOptions,
): (schema: JsonSchema) => Validator {
  const library = new SchemaDocument({ $defs: definitions }, { compilePattern: onceEach(compilePattern) })
  return (schema) => {
    const { root } = new SchemaDocument(schema, { compilePattern: library.compilePattern, outer: library })
    const check = follow(compiled(root))
    const scalar = scalarTestOf(check)
    const scope = new Scope(root.resource)
    // Absent while it is in use.
    let idle: Run | undefined
    const validate: Validate = (value) => {
      if (scalar?.allows(value)) return NO_ISSUES
      const run = idle ?? new Run(scope, max)
      idle = undefined
      const issues = run.judge(check, value)
      if (issues.length === 0) idle = run.reset()
      return issues
    }
    return Object.assign(validate, { '~standard': standardSchema(validate) })
  }
}

/** @throws SchemaError when the stack ends before the schema does, some thousand levels or references deep. */
function compiled(root: SchemaPlace): ReferenceTarget {
  try {
    return targetAt(root)
  } catch (error) {
    // The compiler throws no other.
    if (!(error instanceof RangeError)) throw error
    throw new SchemaError(
      root.location,
      'schemas are nested, or refer to each other, too deep to be compiled',
    )
  }
}

/** Patterns are made of much the same sources all over a document. */
function onceEach(compilePattern: CompilePattern): CompilePattern {
  const known = new Map<string, Pattern>()
  return (source) => {
    const compiled = known.get(source) ?? compilePattern(source)
    known.set(source, compiled)
    return compiled
  }
}

/** A schema that can be referred to. Compiled once for its place, so that schemas may contain themselves. */
interface ReferenceTarget {
  readonly location: string
  /** Absent while the schema is being compiled. */
  check?: Check
  /** The targets that judge the same value as this one: following them must come to an end. */
  readonly same: Set<ReferenceTarget>
  /** How many targets judge the same value after this one, each as often as references lead to it. */
  width: number
}

/** From here on, schemas that refer to one another several times each could take any time for a value that has no parts. */
const MOST_WIDTH = 64

const targets = new WeakMap<SchemaDocument, Map<string, ReferenceTarget>>()

function targetAt(place: SchemaPlace): ReferenceTarget {
  const { document } = place.resource
  const compiled = targets.get(document) ?? new Map<string, ReferenceTarget>()
  targets.set(document, compiled)
  const known = compiled.get(place.location)
  if (known !== undefined) return known
  const target: ReferenceTarget = { location: place.location, same: new Set(), width: 0 }
  compiled.set(place.location, target)
  try {
    target.check = compile(place, target)
  } catch (error) {
    // Schemas compiled meanwhile may refer to one whose compilation failed.
    compiled.clear()
    throw error
  }
  return target
}

/** A schema that is still being compiled when it is referred to contains itself: every circle has such a reference. */
function follow(target: ReferenceTarget): Check {
  return target.check === undefined || target.width > MOST_WIDTH ? recurring(target) : target.check
}

function recurring(target: ReferenceTarget): Check {
  return (value, run) => run.recur(target, target.check ?? pass, value)
}

/** @param target the target that judges the same value as this schema, while there is one. */
function compile({ schema, location, resource }: SchemaPlace, target: ReferenceTarget | undefined): Check {
  if (schema === true) return pass
  if (schema === false) {
    const failure = { schemaPath: location, keyword: 'false', params: {}, message: 'must not be present' }
    return (_, run) => run.report(failure)
  }
  const subschema = (steps: readonly Step[], from: ReferenceTarget | undefined) => {
    const place = `${location}/${steps.map(escapeStep).join('/')}`
    const value = valueBelow(schema, steps)
    if (typeof value !== 'boolean' && !isObject(value)) throw new SchemaError(place, 'expected a schema')
    return enter(resource.document.place(value, place, resource), { around: resource, target: from })
  }
  const site: Site = {
    schema,
    location,
    compilePattern: resource.document.compilePattern,
    here: (...steps) => subschema(steps, target),
    below: (...steps) => subschema(steps, undefined),
    lookUp: (reference) => resolveReference(reference, resource)?.schema,
    refer: (keyword) => refer(site, keyword, { resource, target }),
  }
  return compileSite(site)
}

/** Compiles a schema; one with a `$id` of its own joins the dynamic scope when it is entered. */
function enter(
  place: SchemaPlace,
  { around, target }: { around: Resource; target: ReferenceTarget | undefined },
): Check {
  return scoped(compile(place, target), place.resource, around)
}

function scoped(check: Check, resource: Resource, around: Resource): Check {
  // An inline schema and the definitions are one document: going from one to the other changes no scope.
  if (check === pass || resource === around || resource === around.outer) return check
  return (value, run) => {
    const { scope } = run
    run.scope = scope.within(resource)
    const holds = check(value, run)
    run.scope = scope
    return holds
  }
}

function refer(
  site: Site,
  keyword: string,
  { resource, target }: { resource: Resource; target: ReferenceTarget | undefined },
): Check {
  const reference = textAt(site, keyword)
  const place = resolveReference(reference, resource)
  if (place === undefined)
    throw new SchemaError(`${site.location}/${keyword}`, `"${reference}" does not lead to a schema`)
  const name = reference.slice(reference.indexOf('#') + 1)
  if (keyword === '$dynamicRef' && isDynamicAnchor(name, place)) return referDynamically(name, place)
  const referred = targetAt(place)
  if (target !== undefined) {
    if (judgesSame(referred, target)) {
      throw new SchemaError(`${site.location}/${keyword}`, `"${reference}" leads back to itself without end`)
    }
    target.same.add(referred)
    target.width += 1 + referred.width
  }
  return scoped(follow(referred), place.resource, resource)
}

/** Whether following references from one target, for the same value, leads to the other. */
function judgesSame(from: ReferenceTarget, to: ReferenceTarget, seen = new Set<ReferenceTarget>()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return [...from.same].some((next) => judgesSame(next, to, seen))
}

/** @see JSON Schema Core 2020-12, 8.2.3.2: the outermost resource of the dynamic scope that has the anchor decides. */
function referDynamically(name: string, initial: SchemaPlace): Check {
  return (value, run) => {
    let place = initial
    for (let scope: Scope | undefined = run.scope; scope !== undefined; scope = scope.outer) {
      place = dynamicAnchor(name, scope.resource) ?? place
    }
    return scoped(recurring(targetAt(place)), place.resource, run.scope.resource)(value, run)
  }
}
