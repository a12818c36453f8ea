import { type JsonSchema, SchemaError } from './document/json-schema.ts'
import { resolveSchemaReference, SchemaDocument, type SchemaPlace, valueBelow } from './document/reference.ts'
import type { Issue } from './evaluation/issue.ts'
import { NO_ISSUES } from './evaluation/issue-list.ts'
import { type Check, passCheck, Run } from './evaluation/run.ts'
import { isObject } from './json/json.ts'
import { escapeStep, type Step } from './json/pointer.ts'
import { type StandardSchema, standardSchema } from './standard-schema.ts'
import { keywordText } from './vocabulary/keyword-value.ts'
import { compileSite } from './vocabulary/kind.ts'
import { scalarTestOf } from './vocabulary/scalar-test.ts'
import type { Site, Vocabulary } from './vocabulary/vocabulary.ts'

/**
 * Validates a value. The result lists its issues, up to the limit, in the order of the schema's keywords,
 * starting with issues about the value's size. It is empty for a valid value. A failed `anyOf` or `oneOf`
 * reports the issues of the intended alternative, found by discriminator or by type. If no alternative can be
 * found, it reports a single issue that contains each branch's issues in `params.branches`.
 */
export type Validate = (value: unknown) => readonly Issue[]

/** A compiled schema, usable by other libraries as a Standard Schema. */
export type Validator = Validate & StandardSchema

/** More issues than anyone reads, but still cheap to collect. */
export const DEFAULT_MAX_ISSUES = 20

interface CompilerOptions {
  readonly vocabulary: Vocabulary
  readonly maxIssues: number
}

/**
 * Creates a compiler for schemas that use a vocabulary. Each definition is compiled once, when the first
 * schema that uses it is compiled.
 * @returns a compiler. It throws RangeError if the stack overflows, which takes a few thousand levels of
 * nesting or references.
 */
export function compilerOf(
  definitions: Readonly<Record<string, JsonSchema>>,
  { vocabulary, maxIssues: max }: CompilerOptions,
): (schema: JsonSchema) => Validator {
  const { scopes } = vocabulary
  const compiler: Compiler = { vocabulary, targets: new WeakMap() }
  const library = new SchemaDocument({ $defs: definitions }, { identifiers: scopes })
  return (schema) => {
    const { root } = new SchemaDocument(schema, { identifiers: scopes, outer: library })
    const check = follow(targetAt(root, compiler))
    const scalar = scalarTestOf(check)
    const scope = scopes?.scope(root.resource)
    // A run that the next validation can reuse, if there is one.
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

/**
 * A schema that can be referred to. It is compiled once per location, so that schemas can contain themselves.
 */
interface ReferenceTarget {
  readonly location: string
  /** Absent while the schema is being compiled. */
  check?: Check
  /** Targets that this one applies to the same value. They must not form a cycle. */
  readonly same: Set<ReferenceTarget>
  /** Number of further targets applied to the same value, counted once for each reference to them. */
  width: number
}

/**
 * Limit for references among schemas that apply to the same value. Beyond it, each reference counts as a
 * step, because even a value without parts could otherwise take any amount of time.
 */
const MOST_WIDTH = 64

/** State shared while a document's schemas, and inline schemas, are compiled. */
interface Compiler {
  readonly vocabulary: Vocabulary
  readonly targets: WeakMap<SchemaDocument, Map<string, ReferenceTarget>>
}

function targetAt(place: SchemaPlace, compiler: Compiler, isInherited?: boolean): ReferenceTarget {
  const { document } = place.resource
  const compiled = compiler.targets.get(document) ?? new Map<string, ReferenceTarget>()
  compiler.targets.set(document, compiled)
  const key = isInherited ? `${place.location} inherited` : place.location
  const known = compiled.get(key)
  if (known !== undefined) return known
  const target: ReferenceTarget = { location: place.location, same: new Set(), width: 0 }
  compiled.set(key, target)
  try {
    target.check = compile(place, { compiler, target, isInherited })
  } catch (error) {
    // Remove all schemas, because those compiled in the meantime can refer to the one that failed.
    compiled.clear()
    throw error
  }
  return target
}

/**
 * Returns the check for a reference's target. It is looked up only when it runs if the target exceeds
 * `MOST_WIDTH`, or if it is still being compiled because it contains itself.
 */
function follow(target: ReferenceTarget): Check {
  return target.check === undefined || target.width > MOST_WIDTH ? recurring(target) : target.check
}

function recurring(target: ReferenceTarget): Check {
  return (value, run) => run.work.recur(target, value, run)
}

interface Context {
  readonly compiler: Compiler
  /** Target that applies to the same value as the schema being compiled; `undefined` if there is none. */
  readonly target: ReferenceTarget | undefined
  readonly isInherited?: boolean | undefined
}

function compile({ schema, location, resource }: SchemaPlace, context: Context): Check {
  if (schema === true) return passCheck
  if (schema === false) {
    const failure = { schemaPath: location, keyword: 'false', params: {}, message: 'must not be present' }
    return (_, run) => run.report(failure)
  }
  const { compiler, target, isInherited } = context
  const { vocabulary } = compiler
  const subschema = (steps: readonly Step[], from: ReferenceTarget | undefined) => {
    const at = `${location}/${steps.map(escapeStep).join('/')}`
    const value = valueBelow(schema, steps)
    if (typeof value !== 'boolean' && !isObject(value)) throw new SchemaError(at, 'expected a schema')
    const inherits = () =>
      isInherited || vocabulary.keywords.get('discriminator')?.inherits?.(schema, vocabulary)
    const place = resource.document.place(value, at, resource)
    const inner = { compiler, target: from, isInherited: steps[0] === 'allOf' && inherits() }
    return scoped(compile(place, inner), place, site)
  }
  const site: Site = {
    schema,
    location,
    vocabulary,
    here: (...steps) => subschema(steps, target),
    below: (...steps) => subschema(steps, undefined),
    lookUp: (reference) => resolveSchemaReference(reference, resource)?.schema,
    resource,
    isInherited,
    checkAt: (place) => recurring(targetAt(place, compiler)),
    refer: (keyword) => refer(site, keyword, context),
  }
  return compileSite(site)
}

/**
 * Adds a schema's resource to the dynamic scope while the schema is checked, if the surrounding schema
 * belongs to another resource.
 */
function scoped(check: Check, { resource }: SchemaPlace, around: Site): Check {
  return around.vocabulary.scopes?.scoped(check, resource, around.resource) ?? check
}

function refer(site: Site, keyword: string, { compiler, target, isInherited }: Context): Check {
  const reference = keywordText(site, keyword)
  const place = resolveSchemaReference(reference, site.resource)
  if (place === undefined)
    throw new SchemaError(`${site.location}/${keyword}`, `"${reference}" does not refer to a schema`)
  const referred = targetAt(place, compiler, isInherited)
  if (target !== undefined) {
    if (judgesSame(referred, target)) {
      throw new SchemaError(`${site.location}/${keyword}`, `"${reference}" refers back to itself endlessly`)
    }
    target.same.add(referred)
    target.width += 1 + referred.width
  }
  return scoped(follow(referred), place, site)
}

/** True if references that apply to the same value lead from one target to the other. */
function judgesSame(from: ReferenceTarget, to: ReferenceTarget, seen = new Set<ReferenceTarget>()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return [...from.same].some((next) => judgesSame(next, to, seen))
}
