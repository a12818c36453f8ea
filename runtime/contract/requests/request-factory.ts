import type { DocumentDescriptor, Location, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { validValue } from '../arbitraries/valid-value.ts'
import { jsonBody } from '../document/json-body.ts'
import { type Place, pathValues } from '../document/place.ts'
import { requiredOf } from '../document/shape.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { NotRun } from '../outcome/not-run.ts'
import { type Names, namesOf } from '../values/names.ts'
import { sample } from '../values/sample.ts'
import type { Variant } from '../values/sample-options.ts'
import { Unmakeable } from '../values/unmakeable.ts'
import { identifierMembers } from './identifier-members.ts'
import { inAgreement, pathMembers } from './path-members.ts'

/** A request as the document describes it; `empty` leaves an optional body out. */
export type RequestVariant = Variant | 'empty'

/** Makes valid requests from schemas, and remembers which variant an operation took. */
export class RequestFactory {
  readonly #document: DocumentDescriptor
  readonly #names: Names
  readonly #accepted = new Map<string, RequestVariant>()
  readonly #refused = new Map<string, ReadonlySet<string>>()
  readonly #distinct = new Map<string, readonly Variant[]>()
  readonly #supplied = new Map<string, Map<string, unknown>>()

  constructor(document: DocumentDescriptor, names: Names) {
    this.#document = document
    this.#names = names
  }

  /**
   * The variants worth trying, best first. An action goes with as little of a body as may be: what more does is the
   * action's own affair, and a made-up body may ask for the opposite.
   */
  variants(operation: OperationDescriptor): readonly RequestVariant[] {
    const body = operation.requestBody
    if (body === undefined) return ['empty']
    const filled = this.#filled(operation)
    const isAction = operation.resource?.role === 'action'
    const all = isAction ? ([body.required ? 'brief' : 'empty', ...filled] as const) : filled
    const accepted = this.#accepted.get(operation.operationId)
    return accepted === undefined ? all : [accepted, ...all.filter((variant) => variant !== accepted)]
  }

  /** Those that differ: where the document has no examples, a refused body would only be sent a second time. */
  #filled(operation: OperationDescriptor): readonly Variant[] {
    const known = this.#distinct.get(operation.operationId)
    if (known !== undefined) return known
    const seen = new Set<string>()
    const filled = (['example', 'full', 'required'] as const).filter((variant) => {
      const text = this.#trial(operation, variant)
      return !seen.has(text) && seen.add(text)
    })
    this.#distinct.set(operation.operationId, filled)
    return filled
  }

  /** The body with the same names for every variant. What cannot be made is for the sending to say. */
  #trial(operation: OperationDescriptor, variant: Variant): string {
    const options = {
      definitions: this.#document.definitions,
      names: namesOf('trial'),
      variant,
      hint: 'body',
    }
    try {
      return JSON.stringify(sample(contentOf(operation)?.schema ?? {}, options))
    } catch (error) {
      if (error instanceof Unmakeable) return variant
      throw error
    }
  }

  /** Says that the operation accepted a variant: the next request starts with it. */
  accept(operation: OperationDescriptor, variant: RequestVariant): void {
    this.#accepted.set(operation.operationId, variant)
  }

  /**
   * Learns from a refusal: optional members of the body that its text names are left out from now on, as they have rules of
   * their own ("a query that parses") that no schema states.
   * @returns Whether it named any.
   */
  learn({ operation, body }: RequestPlan, refusal: string): boolean {
    const schema = body && operation.requestBody?.content[body.mediaType]?.schema
    if (!isObject(body?.value)) return false
    const required = requiredOf(schema, this.#document.definitions)
    const words = new Set(refusal.match(/[\w$-]+/g))
    const named = Object.keys(body.value).filter((name) => !required.has(name) && words.has(name))
    const known = this.#refused.get(operation.operationId) ?? []
    this.#refused.set(operation.operationId, new Set([...known, ...named]))
    return named.length > 0
  }

  /** Gives a parameter or a member of the body a value of something that exists, from now on. */
  supply(
    { operationId }: OperationDescriptor,
    { location, name }: { readonly location: Location | 'body'; readonly name: string },
    value: unknown,
  ): void {
    const supplied = this.#supplied.get(operationId) ?? new Map<string, unknown>()
    this.#supplied.set(operationId, supplied.set(`${location}.${name}`, value))
  }

  /** A request to a place, in one variant. @throws NotRun when a required parameter or the body cannot be made. */
  plan(operation: OperationDescriptor, place: Place, variant: RequestVariant): RequestPlan {
    const path = pathValues(operation.path, place)
    const made = variant === 'empty' ? undefined : this.body(operation, variant)
    const body = made && inAgreement(made, { members: pathMembers(operation, this.#document), path })
    return {
      operation,
      path,
      query: this.#required(operation, 'query'),
      querystring: this.#required(operation, 'querystring'),
      header: this.#required(operation, 'header'),
      cookie: this.#required(operation, 'cookie'),
      ...(body !== undefined && { body }),
    }
  }

  /** A request to a place, in the best variant known. @throws NotRun as `plan` does. */
  best(operation: OperationDescriptor, place: Place): RequestPlan {
    return this.plan(operation, place, this.variants(operation)[0] ?? 'empty')
  }

  /** The body, in JSON where the document offers it. */
  body(operation: OperationDescriptor, variant: Variant): RequestPlan['body'] {
    const content = contentOf(operation)
    if (content === undefined) return undefined
    const { mediaType } = content
    const value = this.value(content.schema, { variant, hint: 'body' })
    if (!isObject(value)) return { mediaType, value }
    const refused = this.#refused.get(operation.operationId)
    const supplied = this.#supplied.get(operation.operationId)
    const identifiers = identifierMembers(operation, this.#document)
    const members = Object.entries(value)
      .filter(([name]) => !refused?.has(name) && !identifiers.has(name))
      .map(([name, member]) => [name, supplied?.get(`body.${name}`) ?? member])
    return { mediaType, value: Object.fromEntries(members) }
  }

  /** @throws NotRun when no value fits the schema. */
  value(schema: unknown, options: { variant: Variant; hint: string; other?: unknown }): unknown {
    try {
      return validValue(schema, { definitions: this.#document.definitions, names: this.#names, ...options })
    } catch (error) {
      if (error instanceof Unmakeable)
        throw new NotRun(`${error.message}. Fix: give it an example in the document`)
      throw error
    }
  }

  #required(operation: OperationDescriptor, location: Location): Record<string, unknown> {
    const wanted = (operation.parameters ?? []).filter(
      (parameter) => parameter.in === location && parameter.required,
    )
    return Object.fromEntries(
      wanted.map((parameter) => [
        parameter.name,
        this.#supplied.get(operation.operationId)?.get(`${location}.${parameter.name}`) ??
          this.value(parameter.schema ?? {}, { variant: 'example', hint: parameter.name }),
      ]),
    )
  }
}

/** JSON where the document offers it, else what it offers first. */
function contentOf(operation: OperationDescriptor) {
  const [first] = Object.entries(operation.requestBody?.content ?? {})
  return jsonBody(operation) ?? (first && { mediaType: first[0], schema: first[1].schema ?? true })
}
