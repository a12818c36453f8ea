import type {
  DocumentDescriptor,
  Location,
  OperationDescriptor,
  ParameterDescriptor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { bestContent, sentMedia } from '../../data/document/json-body.ts'
import { type PathBinding, pathValues, sourceRequests } from '../../data/document/path-binding.ts'
import { mayNameOthers, othersNamedIn } from '../../data/document/reference.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { Answer } from '../../data/exchange/answer.ts'
import { writablePart } from '../../data/exchange/forms/writable-part.ts'
import type { RequestPlan, SentValue } from '../../data/exchange/request.ts'
import type { MemberPath } from '../refusal/faults.ts'
import { Refusal } from '../refusal/refusal.ts'
import { madeValue, valueWhereMakeable } from '../values/arbitraries/made-value.ts'
import type { Names } from '../values/names.ts'
import type { Variant } from '../values/sample-options.ts'
import type { BodyCandidate } from './bodies/body-candidate.ts'
import { bodyMembers } from './bodies/body-members.ts'
import { hintedValue } from './bodies/hinted-value.ts'
import { nextListedValue } from './bodies/next-listed.ts'
import { RefusalFeedback } from './bodies/refusal-feedback.ts'
import { BodiesToTry } from './bodies-to-try.ts'
import { Guesses } from './dictionary/guesses.ts'
import { ANY_TAG, headerParameter } from './header-parameters.ts'
import { identifierMembers, withoutMembers } from './identifier-members.ts'
import { asInQuery, bodyInAgreementWithPath, pathMembers } from './path-members.ts'
import { SuppliedValues } from './supplied-values.ts'

/** Makes valid requests from the document, from schemas, and from refusals. */
export class RequestFactory {
  readonly #document: DocumentDescriptor
  /** Unique texts. */
  readonly names: Names
  readonly #feedback = new Map<string, RefusalFeedback>()
  /** Values for parameters that name nothing known. */
  readonly guesses: Guesses
  readonly supplied: SuppliedValues
  readonly bodies: BodiesToTry

  constructor(document: DocumentDescriptor, names: Names) {
    this.#document = document
    this.names = names
    this.guesses = new Guesses(document, names)
    this.supplied = new SuppliedValues(document)
    this.bodies = new BodiesToTry(document, { names, guesses: this.guesses })
  }

  /**
   * Learns from a refusal's words about members of the body, for all requests from now on.
   * @returns true if another request of the same kind has better chances.
   */
  learn(plan: RequestPlan, answer: Answer): boolean {
    const candidates = this.bodies.known(plan.operation)
    candidates.refuse()
    const isTaught = candidates.isOpen && this.#teach(plan, answer)
    // Another body without that member gets the same answer.
    if (!isTaught && new Refusal(answer).objectsTo('required')) candidates.askInVain(answer)
    return isTaught
  }

  #teach({ operation, body }: RequestPlan, answer: Answer): boolean {
    const [sent] = objectsIn(body?.value)
    if (body === undefined || sent === undefined) return false
    const feedback = this.#feedback.get(operation.operationId) ?? new RefusalFeedback()
    this.#feedback.set(operation.operationId, feedback)
    return feedback.learn({
      ...{ refusal: new Refusal(answer), body: sent },
      members: bodyMembers(schemaIn(this.#document, sentMedia(operation, body.mediaType).schema)),
      another: ({ schema }, told) => hintedValue(told, schema, this.names),
      next: ({ schema }, value) => nextListedValue(value, schema),
    })
  }

  /**
   * Notes a successful request: its values are valid, and everything in it and its answer is known from now
   * on.
   */
  accept({
    plan: { operation, body },
    answer,
  }: {
    readonly plan: RequestPlan
    readonly answer: Answer
  }): void {
    const { guesses } = this
    guesses.settle(operation)
    guesses.dictionary.learn(operation, answer.value, answer.number)
    guesses.dictionary.learn(operation, body?.value)
  }

  /** True if the body of a request names other items, judged by the names and formats of its members. */
  namesOthers({ operation, body }: RequestPlan): boolean {
    return objectsIn(body?.value).some((sent) => othersNamedIn(sent, operation, this.#document).length > 0)
  }

  /**
   * A request with a path binding and one body.
   * @throws NotRun if a required parameter or the body cannot be made.
   */
  plan(operation: OperationDescriptor, binding: PathBinding, candidate: BodyCandidate): RequestPlan {
    const path = pathValues(operation.path, binding)
    const made = candidate === 'empty' ? undefined : this.body(operation, candidate)
    const members = pathMembers(operation, this.#document)
    const repeated = [...members].flatMap(([name, parameter]): readonly SentValue[] => {
      const value = path[parameter]
      return value === undefined ? [] : [{ ...value, location: 'body', name }]
    })
    const required = this.#required(operation, [
      ...this.supplied.sourcesOf(operation),
      ...repeated,
      ...this.#worded(operation, candidate),
    ])
    const body = made && asInQuery(bodyInAgreementWithPath(made, { members, path }), required.query ?? {})
    return { ...{ operation, path }, ...required, ...(body !== undefined && { body }) }
  }

  /** A request with a path binding and the best known body. @throws NotRun like `plan`. */
  best(operation: OperationDescriptor, binding: PathBinding): RequestPlan {
    return this.plan(operation, binding, this.bodies.inOrder(operation)[0] ?? 'empty')
  }

  /** A request with only its path, for an operation that otherwise cannot be requested. */
  bare(operation: OperationDescriptor, binding: PathBinding): RequestPlan {
    return { operation, path: pathValues(operation.path, binding) }
  }

  /** The body, in JSON if the document offers it. */
  body(operation: OperationDescriptor, candidate: Exclude<BodyCandidate, 'empty'>): RequestPlan['body'] {
    const content = bestContent(operation)
    if (content === undefined) return undefined
    const { mediaType } = content
    const schema = schemaIn(this.#document, content.schema)
    const value = this.#valueOf(candidate, schema)
    const complete = (part: unknown): unknown => this.#fitted(operation, part, schema)
    const whole = Array.isArray(value) ? value.map(complete) : complete(value)
    const full = (): unknown => this.value(schema, { variant: 'full', hint: 'body' })
    const isShown = (typeof candidate === 'object' && candidate.kind === 'shown') || isExample(value, schema)
    return {
      ...{ mediaType, value: writablePart(whole, { mediaType, schema, full }) },
      from: isShown ? 'document' : 'made',
    }
  }

  /**
   * A body, or an item of a list body, with supplied values for its members, and with lessons from refusals.
   */
  #fitted(operation: OperationDescriptor, value: unknown, schema: Schema): unknown {
    const named = identifierMembers(operation, this.#document)
    if (!isObject(value)) return withoutMembers(value, named)
    const feedback = this.#feedback.get(operation.operationId)
    const learnt = feedback?.apply(value, (path) => this.#member(schema, path)) ?? value
    const entries = Object.entries(this.#supplied(operation, learnt, schema))
    // The server's own words count more than what a name suggests.
    const withheld = [...named, ...this.supplied.withheldFrom(operation)].filter(
      (name) => feedback?.asked.has(name) !== true,
    )
    return withoutMembers(Object.fromEntries(entries), new Set(withheld))
  }

  /** The members of a body, and of the objects in its lists, with supplied values. */
  #supplied(operation: OperationDescriptor, value: object, schema: Schema): object {
    const entries = Object.entries(value).map(([name, member]: [string, unknown]) => {
      const supplied = this.supplied.valueOf(operation, { location: 'body', name })
      if (supplied !== undefined || !Array.isArray(member)) return [name, supplied ?? member]
      const inner = schema.member.property(name).items
      return [name, member.map((part: unknown) => this.#suppliedPart(operation, part, { name, inner }))]
    })
    return Object.fromEntries(entries)
  }

  /**
   * `#supplied` for an object in a list. Its named items may have little stock: amounts are the least that
   * the schema allows.
   */
  #suppliedPart(
    operation: OperationDescriptor,
    part: unknown,
    { name: list, inner }: { readonly name: string; readonly inner: Schema },
  ): unknown {
    if (!isObject(part)) return part
    const named = Object.keys(part).flatMap((name) => {
      const value = this.supplied.valueOf(operation, { location: 'body', name: `${list}.${name}` })
      return value === undefined ? [] : [[name, value] as const]
    })
    if (named.length === 0) return part
    const least = Object.keys(part).flatMap((name) => {
      const { types, keywords } = inner.property(name)
      return types.includes('integer') && keywords.minimum !== undefined ? [[name, keywords.minimum]] : []
    })
    return { ...part, ...Object.fromEntries(least), ...Object.fromEntries(named) }
  }

  /** A value for a member of a body. */
  #member(schema: Schema, path: MemberPath): unknown {
    const member = path.reduce<Schema | undefined>(
      (above, name) => above?.member.properties.get(name),
      schema,
    )
    return this.value(member, { variant: 'full', hint: path.at(-1) ?? 'body' })
  }

  #valueOf(candidate: Exclude<BodyCandidate, 'empty'>, schema: Schema): unknown {
    if (typeof candidate === 'string') return this.value(schema, { variant: candidate, hint: 'body' })
    if (candidate.kind === 'shown') return candidate.value
    if (candidate.kind === 'worded') {
      const full = this.value(schema, { variant: 'full', hint: 'body' })
      return isObject(full) ? { ...full, ...candidate.values } : full
    }
    return withoutMembers(this.value(schema, { variant: 'full', hint: 'body' }), candidate.without)
  }

  /** @throws NotRun if no value matches the schema. */
  value(schema: unknown, options: { variant: Variant; hint: string; other?: unknown }): unknown {
    return madeValue(schemaIn(this.#document, schema), { names: this.names, ...options })
  }

  /** A value for a parameter, if one is known. @throws NotRun if no value matches its schema. */
  guess(operation: OperationDescriptor, parameter: ParameterDescriptor): unknown {
    return valueWhereMakeable(() => this.guesses.value(operation, parameter))
  }

  /** The required parameters of an operation with the sources of their values, and known optional ones. */
  #required(
    operation: OperationDescriptor,
    known: readonly SentValue[],
  ): Pick<RequestPlan, Wanted | 'sources'> {
    const wanted = (operation.parameters ?? []).filter(
      ({ in: location, name, required }) =>
        location !== 'path' && (required || (location === 'query' && this.supplied.isAsked(operation, name))),
    )
    const values: Record<Wanted, Record<string, unknown>> = {
      ...{ query: {}, querystring: {}, header: {}, cookie: {} },
    }
    const sources: SentValue[] = [...known]
    for (const parameter of wanted) {
      const { in: location, name } = parameter
      if (location === 'path') continue
      const supplied = this.supplied.valueOf(operation, { location, name })
      const isTag = parameter === headerParameter(operation, 'if-match')
      const value = supplied ?? (isTag ? ANY_TAG : this.guess(operation, parameter))
      values[location][name] = value
      const from = isTag ? 'made' : this.guesses.sourceOf(parameter, String(value))
      if (supplied === undefined) sources.push({ location, name, text: String(value), from })
    }
    return { ...values, sources }
  }

  /** Sources of words that answers showed; those that may name items are of others. */
  #worded(operation: OperationDescriptor, candidate: BodyCandidate): readonly SentValue[] {
    if (typeof candidate === 'string' || candidate.kind !== 'worded') return []
    const references = mayNameOthers(operation, this.#document)
    return Object.entries(candidate.values).map(([name, value]) => ({
      ...{ location: 'body', name, text: String(value) },
      ...sourceRequests(this.guesses.dictionary.shownBy(String(value))),
      ...(references.includes(name) && { origin: 'discovered' }),
    }))
  }
}

/** Locations of parameters, but for the path. */
type Wanted = Exclude<Location, 'path'>

/** True if the document shows the whole value as an example of its schema. */
function isExample(value: unknown, { keywords: { example, examples = [] } }: Schema): boolean {
  const text = JSON.stringify(value)
  return [example, ...examples].some((shown) => shown !== undefined && JSON.stringify(shown) === text)
}

/** A body that is an object, or the objects of a list body. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return [value].flat().filter(isObject)
}
