import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Issue, JsonSchema, Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'
import { issueClause } from '../../../data/document/clause.ts'
import {
  documentValidator,
  schemaIn,
  schemasAppliedTo,
  schemasOfItem,
  schemasOfMember,
} from '../../../data/document/schema-in.ts'
import { documentsAnyName } from '../../../data/document/undocumented.ts'
import { secrets } from '../../../lexicon/lexicon.ts'
import type { Notebook, ObservedOccasion } from './notebook.ts'
import type { ObservedSubject, TrafficDirection } from './observation.ts'
import { SchemaPlaces } from './schema-places.ts'

/** Maximum number of issues per value: enough for one fault in each item of a long page, and a few more. */
const MOST_ISSUES = 1000
/** Keywords of issues about the validator's own limits, which say nothing about the schema. */
const OF_LIMITS: ReadonlySet<string> = new Set(['depth', 'steps'])

/** A value with its schema, and the clause that locates the schema in the document. */
export interface WatchedValue {
  readonly value: unknown
  readonly schema: JsonSchema
  readonly clause: string
  readonly direction: TrafficDirection
  /**
   * The body in the other direction: the request body for a response, and the response body for a request.
   */
  readonly other: unknown
}

/**
 * An object, the schemas that apply to it (the first is the one at its location), and the clause of the
 * schema that names its properties.
 */
interface MisfitContext {
  readonly schemas: readonly Schema[]
  readonly object: Readonly<Record<string, unknown>>
  readonly direction: TrafficDirection
  readonly clause: string
}

/**
 * Minimum number of properties that an object must have before the reference to its schema is considered
 * wrong.
 */
const FEWEST_NAMES = 2

/** Counts of objects with one schema, and of the properties that they had. */
export interface MembersSeen {
  objects: number
  /** The property names in the schema. */
  readonly names: readonly string[]
  readonly members: Map<string, number>
}

/** Validates values, and records invalid and undeclared properties with the location of the schema. */
export class ValueWatch {
  readonly #document: DocumentDescriptor
  readonly #notebook: Notebook
  readonly #places: SchemaPlaces
  readonly #validator: ReturnType<typeof documentValidator>
  /** Properties in responses, keyed by the clause of the schema that names them. */
  readonly seen = new Map<string, MembersSeen>()

  readonly #trustsRequests: boolean

  constructor(
    document: DocumentDescriptor,
    { notebook, trustsRequests }: { readonly notebook: Notebook; readonly trustsRequests: boolean },
  ) {
    this.#document = document
    this.#notebook = notebook
    this.#trustsRequests = trustsRequests
    this.#places = new SchemaPlaces(document)
    this.#validator = documentValidator(document, MOST_ISSUES)
  }

  note(occasion: ObservedOccasion, watched: WatchedValue): void {
    const { schema, clause, value } = watched
    this.#places.note(schema, clause)
    for (const issue of this.issues(schema, value)) this.#noteIssue(occasion, issue, watched)
    this.#noteMembers(occasion, watched)
  }

  /** Returns a value's issues, including violated formats, even if these are only annotations. */
  issues(schema: JsonSchema, value: unknown): readonly Issue[] {
    return this.#validator(schema)(value)
  }

  /** Records an issue or, for alternatives, the issues of the alternative closest to the value. */
  #noteIssue(occasion: ObservedOccasion, issue: Issue, watched: WatchedValue): void {
    if (OF_LIMITS.has(issue.keyword)) return
    const nearest = nearestIssues(issue)
    if (nearest !== undefined) {
      for (const inner of nearest) this.#noteIssue(occasion, inner, watched)
      return
    }
    const steps = stepsOf(issue.instancePath)
    const value = valueAt(watched.value, steps)
    // A rule may have sent this value to provoke an error response, and the server may simply be lenient, so
    // the value does not disprove the document.
    if (!this.#trustsRequests && value !== undefined && isEqual(valueAt(watched.other, steps), value)) return
    this.#noteSubject(occasion, { subject: this.#subjectOf(issue, watched), steps, value, watched })
  }

  /**
   * Records a mismatch with its value, and increases `kept` if the response to a request shows that value.
   */
  #noteSubject(
    occasion: ObservedOccasion,
    {
      subject,
      steps,
      value,
      watched,
    }: {
      readonly subject: ObservedSubject
      readonly steps: readonly string[]
      readonly value: unknown
      readonly watched: WatchedValue
    },
  ): void {
    const name = 'name' in subject ? subject.name : undefined
    const isForbidden = name !== undefined && memberOf(value, name) !== undefined
    const observation =
      name !== undefined && !isForbidden
        ? this.#notebook.note(occasion, subject)
        : this.#notebook.noteValue(occasion, subject, isForbidden ? memberOf(value, name) : value)
    const member = name ?? steps.findLast((step) => !/^\d+$/.test(step))
    if (
      watched.direction === 'request' &&
      member !== undefined &&
      isShown(watched.other, member, isForbidden ? memberOf(value, member) : value)
    )
      observation.kept++
  }

  #subjectOf(issue: Issue, { clause, direction, value, other, schema }: WatchedValue): ObservedSubject {
    const { keyword, params, instancePath } = issue
    const steps = issueClause(issue, clause).split('/')
    const at = keyword === 'false' ? steps.join('/') : steps.slice(0, -1).join('/')
    const own = keyword === 'false' ? keyword : (steps.at(-1) ?? keyword)
    // If a value has an entirely different type, such as an object instead of a string, the schema at that
    // location is wrong, not the schemas that it combines or refers to.
    const around =
      own === 'type' && !isScalarType(issue, value) ? this.#around(issue, { schema, value, at }) : undefined
    if (around !== undefined) return { kind: 'misfit', clause: around, keyword: 'whole', direction }
    const missing = textIn(params['missingProperty'])
    const forbidden = textIn(params['additionalProperty'] ?? params['unevaluatedProperty'])
    if (direction === 'answer') {
      const isOfServer = missing !== undefined && isLost({ name: missing, instancePath, other })
      if (isOfServer) return { kind: 'member lost', clause: at, name: missing }
      if (forbidden !== undefined && isSecret(forbidden, value))
        return { kind: 'secret shown', clause: at, name: forbidden }
    }
    return misfitOf(params, { clause: at, keyword: own, direction, name: missing ?? forbidden })
  }

  /**
   * Returns the clause of the schema at a part of a value, if the violated schema is a different one: the
   * target of its reference, or one of its parts.
   */
  #around(
    { instancePath }: Issue,
    { schema, value, at }: Pick<WatchedValue, 'schema' | 'value'> & { readonly at: string },
  ): string | undefined {
    let schemas: readonly Schema[] = [schemaIn(this.#document, schema)]
    let inner = value
    for (const step of stepsOf(instancePath)) {
      const around = schemasAppliedTo(schemas, inner)
      schemas = Array.isArray(inner)
        ? around.flatMap((each) => schemasOfItem(each, Number(step)))
        : around.flatMap((each) => schemasOfMember(each, step))
      inner = memberOf(inner, step)
    }
    const [stated, other] = schemas
    const clause = stated && other === undefined ? this.#places.of(stated) : undefined
    const isComposed = stated?.own.$ref !== undefined || stated?.own.allOf !== undefined
    return clause === at || !isComposed ? undefined : clause
  }

  /**
   * Counts the declared properties of objects in responses, and notes undeclared ones, unless the schemas
   * declare no properties or state which additional ones they allow.
   */
  #noteMembers(occasion: ObservedOccasion, { value, schema, direction, other }: WatchedValue): void {
    const outer = schemasAppliedTo([schemaIn(this.#document, schema)], value)
    for (const { value: object, beside: schemas } of walk.parts(value, outer)) {
      if (!isObject(object)) continue
      if (direction === 'answer') this.#countMembers(schemas, object)
      if (documentsAnyName(schemas)) continue
      const clause = this.#places.of(holderOf(schemas))
      if (clause === undefined || this.#isOther(occasion, { schemas, object, direction, clause })) continue
      for (const name of Object.keys(object)) {
        if (schemas.some((own) => schemasOfMember(own, name).length > 0)) continue
        // An unknown property of a request counts only if the response repeats it, because the server is
        // allowed to ignore it. The repetition in the response is not counted again.
        if (isShown(other, name, object[name]) !== (direction === 'request')) continue
        const subject: ObservedSubject = isSecret(name, object)
          ? { kind: 'secret shown', clause, name }
          : { kind: 'unnamed member', clause, name }
        this.#notebook.noteValue(occasion, subject, object[name])
      }
    }
  }

  /**
   * True if an object has at least `FEWEST_NAMES` properties, but none that the referenced schema names. The
   * object is then recorded, because the reference must be wrong.
   */
  #isOther(occasion: ObservedOccasion, { schemas, object, direction, clause }: MisfitContext): boolean {
    const [stated] = schemas
    if (stated?.own.$ref === undefined) return false
    const at = this.#places.of(stated)
    const names = Object.keys(object)
    const isNamed = names.some((name) => schemas.some((own) => schemasOfMember(own, name).length > 0))
    if (isNamed || names.length < FEWEST_NAMES || at === undefined || at === clause) return false
    this.#notebook.noteValue(occasion, { kind: 'misfit', clause: at, keyword: 'whole', direction }, object)
    return true
  }

  #countMembers(schemas: readonly Schema[], object: Readonly<Record<string, unknown>>): void {
    for (const schema of schemas) {
      if (schema.own.properties === undefined) continue
      const clause = this.#places.of(schema)
      if (clause === undefined) continue
      const names = Object.keys(schema.own.properties)
      const seen = this.seen.get(clause) ?? { objects: 0, names, members: new Map<string, number>() }
      this.seen.set(clause, seen)
      seen.objects++
      for (const name of names)
        if (object[name] !== undefined) seen.members.set(name, (seen.members.get(name) ?? 0) + 1)
    }
  }
}

/** Visits a value with its schemas. Properties without a schema are not examined. */
const walk = new ValueWalk<readonly Schema[]>({
  member(schemas, name, value) {
    const named = schemas.flatMap((schema) => schemasOfMember(schema, name))
    return named.length === 0 ? undefined : schemasAppliedTo(named, value)
  },
  item: (schemas, index, value) =>
    schemasAppliedTo(
      schemas.flatMap((schema) => schemasOfItem(schema, index)),
      value,
    ),
})

/**
 * True if a scalar was found where another scalar type was expected. In that case, the schema with the `type`
 * keyword is wrong.
 */
function isScalarType({ params, instancePath }: Issue, whole: unknown): boolean {
  const value = valueAt(whole, stepsOf(instancePath))
  const types = [params['type']].flat()
  return value !== null && typeof value !== 'object' && !types.includes('object') && !types.includes('array')
}

/**
 * Returns the schema to which a new property belongs: the one at the object's location, or the target of its
 * reference. If that schema consists of several parts, returns a part that is written inline, never one to
 * which other schemas also refer.
 */
function holderOf(schemas: readonly Schema[]): Schema | undefined {
  const whole = schemas.find(({ own }) => own.properties !== undefined || own.allOf !== undefined)
  if (whole === undefined || whole.own.properties !== undefined) return whole
  const parts = (whole.own.allOf ?? []).map((part) => whole.document.of(part))
  return parts.findLast(({ own }) => own.properties !== undefined) ?? whole
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * True for a property that has the name of a secret, unless its value in this object is not a string. A flag
 * that says whether a secret exists is not a secret itself.
 */
function isSecret(name: string, object: unknown): boolean {
  const value = memberOf(object, name)
  return secrets.members.has(name) && (value === undefined || typeof value === 'string')
}

/**
 * True if the request body has a property that its response lacks, either at the same location or at the top
 * level.
 */
function isLost({
  name,
  instancePath,
  other,
}: {
  readonly name: string
  readonly instancePath: string
  readonly other: unknown
}): boolean {
  return valueAt(other, [...stepsOf(instancePath), name]) !== undefined || memberOf(other, name) !== undefined
}

/**
 * True only for equal scalars, because an object or array can be a copy to which the server added properties.
 */
function isEqual(sent: unknown, shown: unknown): boolean {
  return typeof shown !== 'object' || shown === null ? sent === shown : false
}

/** Maximum depth at which a property is searched for in a body. */
const DEEPEST = 4

/** True if a body contains a property with this name and value. */
function isShown(body: unknown, name: string, value: unknown, depth = 0): boolean {
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return false
  if (JSON.stringify(memberOf(body, name)) === JSON.stringify(value) && value !== undefined) return true
  return Object.values(body).some((inner) => isShown(inner, name, value, depth + 1))
}

/**
 * Returns the issues of the alternative that is closest to a value. There must be exactly one such
 * alternative, and the value must have its type.
 */
function nearestIssues({ params, instancePath }: Issue): readonly Issue[] | undefined {
  const { branches, matching } = params
  if (!Array.isArray(branches) || (Array.isArray(matching) && matching.length > 1)) return undefined
  const alternatives: (readonly Issue[])[] = branches
  const near = alternatives
    .filter((issues) => issues.length > 0 && !issues.some((issue) => isOfType(issue, instancePath)))
    .toSorted((one, next) => one.length - next.length)
  const [first, second] = near
  return first !== undefined && (second === undefined || first.length < second.length) ? first : undefined
}

function isOfType({ keyword, instancePath }: Issue, place: string): boolean {
  return instancePath === place && ['type', 'const', 'enum', 'false'].includes(keyword)
}

/**
 * Describes a value that does not match. For alternatives, the result also says whether none or several of
 * them match.
 */
function misfitOf(
  params: Issue['params'],
  {
    name,
    ...subject
  }: Pick<WatchedValue, 'direction'> & {
    readonly clause: string
    readonly keyword: string
    readonly name: string | undefined
  },
): ObservedSubject {
  const matching: unknown = params['matching']
  return {
    ...{ kind: 'misfit', ...subject },
    ...(name !== undefined && { name }),
    ...('branches' in params && {
      alternatives: Array.isArray(matching) && matching.length > 1 ? 'several' : 'none',
    }),
  }
}
