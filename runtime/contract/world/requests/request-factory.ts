import type {
  DocumentDescriptor,
  Location,
  OperationDescriptor,
  ParameterDescriptor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../../data/document/json-body.ts'
import { boundPathValues, type PathBinding, sourceOfRequests } from '../../data/document/path-binding.ts'
import { membersThatMayRefer, referencesInSentBody } from '../../data/document/reference.ts'
import { resourceByName } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { Answer } from '../../data/exchange/answer.ts'
import type { RequestPlan, SentValue } from '../../data/exchange/request.ts'
import { isReferenceName } from '../../lexicon/lexicon.ts'
import { Refusal } from '../refusal/refusal.ts'
import { madeValue, valueWhereMakeable } from '../values/arbitraries/made-value.ts'
import type { Names } from '../values/names.ts'
import type { Variant } from '../values/sample-options.ts'
import type { BodyCandidate } from './bodies/body-candidate.ts'
import { BodiesToTry } from './bodies-to-try.ts'
import { BodyMaker, objectsInBody } from './body-maker.ts'
import { Guesses } from './dictionary/guesses.ts'
import { ANY_TAG, headerParameter } from './header-parameters.ts'
import { AskedMembers } from './members/asked-members.ts'
import { PathAgreement } from './members/path-agreement.ts'
import { bodyInAgreementWithPath, bodyMembersAsInQuery, pathMembers } from './members/path-members.ts'
import { SuppliedValues } from './supplied-values.ts'
import { requestWithBody } from './with-body.ts'

/** Creates valid requests from the document, from schemas, and from what earlier error responses revealed. */
export class RequestFactory {
  readonly #document: DocumentDescriptor
  /** Unique texts. */
  readonly names: Names
  /** Guessed values for parameters that name no known item. */
  readonly guesses: Guesses
  readonly supplied: SuppliedValues
  readonly bodies: BodiesToTry
  readonly bodyMaker: BodyMaker
  /** Undocumented body properties that the server requires. */
  readonly asked = new AskedMembers()
  readonly #agreement = new PathAgreement()

  constructor(document: DocumentDescriptor, names: Names) {
    this.#document = document
    this.names = names
    this.guesses = new Guesses(document, names)
    this.supplied = new SuppliedValues(document)
    this.bodies = new BodiesToTry(document, { names, guesses: this.guesses })
    this.bodyMaker = new BodyMaker(document, { names, supplied: this.supplied, asked: this.asked })
  }

  /**
   * Learns from what a refusal says about body properties, for all later requests.
   * @returns true if another request of the same kind is more likely to succeed.
   */
  learn(plan: RequestPlan, answer: Answer): boolean {
    const candidates = this.bodies.known(plan.operation)
    candidates.refuse()
    const isTaught =
      this.#agreement.learn(plan, answer) || (candidates.isOpen && this.bodyMaker.learn(plan, answer))
    // No body can provide the property that the server requires, so any other body would get the same
    // response.
    if (!isTaught && new Refusal(answer).objectsTo('required', 'no file')) candidates.askInVain(answer)
    return isTaught
  }

  /**
   * Notes a successful request: its values are valid, and everything in the request and its response is known
   * from now on.
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
    guesses.learn(operation, answer.value, answer.number)
    guesses.dictionary.learn(operation, body?.value)
  }

  /** True if the body of a request names other items, judging by the names and formats of its properties. */
  namesOthers({ operation, body }: RequestPlan): boolean {
    return objectsInBody(body?.value).some(
      (sent) => referencesInSentBody(sent, operation, this.#document).length > 0,
    )
  }

  /**
   * Creates a request from a path binding and a body candidate.
   * @throws NotRun if a required parameter or the body cannot be created.
   */
  plan(operation: OperationDescriptor, binding: PathBinding, candidate: BodyCandidate): RequestPlan {
    const path = boundPathValues(operation.path, binding)
    const made = candidate === 'empty' ? undefined : this.bodyMaker.make(operation, candidate)
    const members = new Map([...pathMembers(operation, this.#document), ...this.#agreement.of(operation)])
    const repeated = [...members].flatMap(([name, parameter]): readonly SentValue[] => {
      const value = path[parameter]
      return value === undefined ? [] : [{ ...value, location: 'body', name }]
    })
    const required = this.#required(operation, [
      ...this.supplied.sourcesOf(operation),
      ...repeated,
      ...this.#worded(operation, candidate),
    ])
    const resource = resourceByName(this.#document, operation.resource?.name)
    const body =
      made &&
      bodyMembersAsInQuery(bodyInAgreementWithPath(made, { members, path, resource }), required.query ?? {})
    return { ...{ operation, path }, ...required, ...(body !== undefined && { body }) }
  }

  /** Creates a request from a path binding and the best known body. @throws NotRun like `plan`. */
  best(operation: OperationDescriptor, binding: PathBinding): RequestPlan {
    return this.plan(operation, binding, this.bodies.inOrder(operation)[0] ?? 'empty')
  }

  /**
   * Creates a request like `best`, with new values for all free texts that refer to nothing.
   * @throws NotRun like `plan`.
   */
  renewed(operation: OperationDescriptor, binding: PathBinding): RequestPlan {
    const best = this.best(operation, binding)
    const { properties } = schemaIn(this.#document, jsonBody(operation)?.schema)
    const isFreeText = (name: string): boolean => {
      const { types = [], values } = properties.get(name) ?? {}
      return types.includes('string') && values?.choices === undefined && !isReferenceName(name)
    }
    const { value } = this.plan(operation, binding, 'full').body ?? {}
    const texts = Object.entries(isObject(value) ? value : {}).filter(([name]) => isFreeText(name))
    return requestWithBody(best, { ...Object(best.body?.value), ...Object.fromEntries(texts) })
  }

  /** Creates the best known body. @throws NotRun if the schema has no value. */
  usualBody(operation: OperationDescriptor): unknown {
    const [candidate = 'empty'] = this.bodies.inOrder(operation)
    return candidate === 'empty' ? undefined : this.bodyMaker.make(operation, candidate)?.value
  }

  /** Creates a request with only its path. */
  bare(operation: OperationDescriptor, binding: PathBinding): RequestPlan {
    return { operation, path: boundPathValues(operation.path, binding) }
  }

  /** @throws NotRun if no value matches the schema. */
  value(schema: unknown, options: { variant: Variant; hint: string; other?: unknown }): unknown {
    return madeValue(schemaIn(this.#document, schema), { names: this.names, ...options })
  }

  /** Returns the value to try now for a parameter. @throws NotRun if no value matches its schema. */
  guess(operation: OperationDescriptor, parameter: ParameterDescriptor): unknown {
    return valueWhereMakeable(() => this.guesses.value(operation, parameter))
  }

  /**
   * Returns an operation's required parameters, and the optional ones that are to be sent, with the sources
   * of their values.
   */
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

  /**
   * Returns the sources of the values that a body takes from responses. The value of a property that may name
   * an item is treated as the name of another user's item.
   */
  #worded(operation: OperationDescriptor, candidate: BodyCandidate): readonly SentValue[] {
    if (typeof candidate === 'string' || candidate.kind !== 'worded') return []
    const references = membersThatMayRefer(operation, this.#document)
    return Object.entries(candidate.values).map(([name, value]) => ({
      ...{ location: 'body', name, text: String(value) },
      ...sourceOfRequests(this.guesses.dictionary.shownBy(String(value))),
      ...(references.includes(name) && { origin: 'discovered' }),
    }))
  }
}

/** Locations of parameters, except the path. */
type Wanted = Exclude<Location, 'path'>
