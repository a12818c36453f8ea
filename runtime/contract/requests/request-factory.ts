import type {
  DocumentDescriptor,
  Location,
  OperationDescriptor,
  ParameterDescriptor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { validValue } from '../arbitraries/valid-value.ts'
import { bodyMembers, type MemberPath } from '../bodies/body-members.ts'
import type { Draft } from '../bodies/draft.ts'
import { Drafts } from '../bodies/drafts.ts'
import { hintedValue } from '../bodies/hinted-value.ts'
import { leanBodies } from '../bodies/lean-bodies.ts'
import { Lessons } from '../bodies/lessons.ts'
import { nextListed } from '../bodies/next-listed.ts'
import { Guesses } from '../dictionary/guesses.ts'
import { branchesOf, memberSchema, propertiesOf, requiredOf } from '../document/flat-schema.ts'
import { jsonBody, sentMedia } from '../document/json-body.ts'
import { misfit } from '../document/misfit.ts'
import { type Place, pathValues } from '../document/place.ts'
import { othersNamedIn } from '../document/reference.ts'
import type { Answer } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { writablePart } from '../forms/writable-part.ts'
import { NotRun } from '../outcome/not-run.ts'
import { type Names, namesOf } from '../values/names.ts'
import { sample } from '../values/sample.ts'
import type { Variant } from '../values/sample-options.ts'
import { Unmakeable } from '../values/unmakeable.ts'
import { ANY_TAG, headerParameter } from './header-parameters.ts'
import { identifierMembers, withoutMembers } from './identifier-members.ts'
import { type ListScope, listScopes } from './list-scope.ts'
import { inAgreement, pathMembers } from './path-members.ts'

/** Makes valid requests from what the document shows and from schemas, and remembers which bodies an operation took. */
export class RequestFactory {
  readonly #document: DocumentDescriptor
  /** Texts that nobody else has. */
  readonly names: Names
  readonly #drafts = new Map<string, Drafts>()
  readonly #lessons = new Map<string, Lessons>()
  readonly #distinct = new Map<string, readonly Draft[]>()
  readonly #supplied = new Map<string, Map<string, unknown>>()
  /** By operationId: members of bodies that nothing may be named by. */
  readonly #withheld = new Map<string, Set<string>>()
  /** By operationId of a list: what was first created in it says this of it. */
  readonly #offered = new Map<
    string,
    { readonly creator: OperationDescriptor; readonly scopes: readonly ListScope[] }
  >()
  /** By operationId: parameters that need not be there and are. */
  readonly #scoped = new Map<string, ReadonlySet<string>>()
  /** Values for parameters that name nothing known. */
  readonly guesses: Guesses

  constructor(document: DocumentDescriptor, names: Names) {
    this.#document = document
    this.names = names
    this.guesses = new Guesses(document, names)
  }

  /**
   * The bodies worth trying at any time, best first. An action goes with as little of a body as may be: what more does is the
   * action's own affair, and a made-up body may ask for the opposite.
   */
  drafts(operation: OperationDescriptor): readonly Draft[] {
    const body = operation.requestBody
    if (body === undefined) return ['empty']
    const filled = this.#filled(operation)
    const { role } = operation.resource ?? {}
    const all = role === 'action' ? ([body.required ? 'brief' : 'empty', ...filled] as const) : filled
    const known = this.#draftsOf(operation)
    // An operation that accepted none of all there is will not accept another of the same.
    return role === 'create' && known.isHopeless ? all.slice(0, 1) : known.inOrder(all)
  }

  /** Those that differ: where the document has no examples, a refused body would only be sent a second time. */
  #filled(operation: OperationDescriptor): readonly Draft[] {
    const known = this.#distinct.get(operation.operationId)
    if (known !== undefined) return known
    const seen = new Set<string>()
    const filled = [...this.#shown(operation), 'example', 'full', 'required'] as const
    const distinct = filled.filter((draft) => {
      const text = typeof draft === 'object' ? JSON.stringify(draft.value) : this.#trial(operation, draft)
      return !seen.has(text) && seen.add(text)
    })
    this.#distinct.set(operation.operationId, distinct)
    return distinct
  }

  /** Examples of the whole body that its schema takes. */
  #shown(operation: OperationDescriptor) {
    const { examples = [], schema = true } = contentOf(operation) ?? {}
    return examples
      .filter((value) => misfit(value, schema, this.#document.definitions) === undefined)
      .slice(0, MOST_SHOWN)
      .map((value) => ({ kind: 'shown', value }) as const)
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

  #draftsOf({ operationId }: OperationDescriptor): Drafts {
    const drafts = this.#drafts.get(operationId) ?? new Drafts()
    this.#drafts.set(operationId, drafts)
    return drafts
  }

  /** Says that the operation accepted a body: the next request starts with it. */
  accept(operation: OperationDescriptor, draft: Draft): void {
    this.#draftsOf(operation).accept(draft)
  }

  /**
   * Learns from a refusal what its words say of members of the body, for all requests from now on.
   * @returns Whether another request of the same kind has better prospects.
   */
  learn({ operation, body }: RequestPlan, answer: Answer): boolean {
    const drafts = this.#draftsOf(operation)
    drafts.refuse()
    const [sent] = objectsIn(body?.value)
    if (body === undefined || sent === undefined || !drafts.isOpen) return false
    const { definitions } = this.#document
    const lessons = this.#lessons.get(operation.operationId) ?? new Lessons()
    this.#lessons.set(operation.operationId, lessons)
    return lessons.learn({
      ...{ answer, body: sent },
      members: bodyMembers(sentMedia(operation, body.mediaType).schema, definitions),
      another: ({ schema }, words) => hintedValue(words, { schema, definitions, names: this.names }),
      next: ({ schema }, value) => nextListed(value, { schema, definitions }),
    })
  }

  /** Bodies with less in them than the full one, while none was accepted: what servers fill in themselves goes first. */
  leaner(operation: OperationDescriptor): readonly Draft[] {
    const content = contentOf(operation)
    if (content === undefined || !this.#draftsOf(operation).isOpen) return []
    const { definitions } = this.#document
    const required = requiredOf(content.schema, definitions)
    const optional = [...propertiesOf(content.schema, definitions)].filter(([name]) => !required.has(name))
    return optional.length === 0 ? [] : leanBodies(new Map(optional), definitions)
  }

  /** Whether the body of a request names other things, as far as the names and formats of its members tell. */
  namesOthers({ operation, body }: RequestPlan): boolean {
    return objectsIn(body?.value).some((sent) => othersNamedIn(sent, operation, this.#document).length > 0)
  }

  /** Gives a parameter or a member of the body a value of something that exists, from now on. */
  supply(
    { operationId }: Pick<OperationDescriptor, 'operationId'>,
    { location, name }: { readonly location: Location | 'body'; readonly name: string },
    value: unknown,
  ): void {
    const supplied = this.#supplied.get(operationId) ?? new Map<string, unknown>()
    this.#supplied.set(operationId, supplied.set(`${location}.${name}`, value))
    if (location !== 'body') return
    this.#withheld.get(operationId)?.delete(name)
    this.#followInLists(operationId, name, value)
  }

  /** What is created from now on stands in another list: that one is asked for. */
  #followInLists(creatorId: string, member: string, value: unknown): void {
    for (const [listId, { creator, scopes }] of this.#offered) {
      const scope = scopes.find((known) => known.member === member && known.value !== value)
      if (creator.operationId !== creatorId || scope === undefined) continue
      const moved = scopes.map((known) => (known === scope ? { ...known, value } : known))
      this.#offered.set(listId, { creator, scopes: moved })
      if (this.#supplied.get(listId)?.has(`query.${scope.parameter}`))
        this.supply({ operationId: listId }, { location: 'query', name: scope.parameter }, value)
    }
  }

  /**
   * Asks a list from now on for what a create's body named, where the list is not to be had without; and names the same in
   * what is created from now on, so that all of it stands in one list.
   */
  scope(list: OperationDescriptor, { operation, body }: RequestPlan): void {
    const scopes = listScopes(list, body?.value, this.#document)
    if (this.#offered.has(list.operationId) || scopes.length === 0) return
    this.#offered.set(list.operationId, { creator: operation, scopes })
    this.#agree(list, ({ isRequired }) => isRequired)
  }

  /**
   * Asks a list that was refused for all that what was created says of it, or no longer.
   * @returns Whether there is anything of the kind.
   */
  scopeFurther(list: OperationDescriptor, { isTaken }: { readonly isTaken: boolean }): boolean {
    const { scopes = [] } = this.#offered.get(list.operationId) ?? {}
    const optional = scopes.filter(({ isRequired }) => !isRequired)
    this.#scoped.set(list.operationId, new Set(isTaken ? optional.map(({ parameter }) => parameter) : []))
    if (isTaken) this.#agree(list, ({ isRequired }) => !isRequired)
    return optional.length > 0
  }

  /** Sends these query parameters of an operation from now on, although they need not be there. */
  ask({ operationId }: OperationDescriptor, names: readonly string[]): void {
    this.#scoped.set(operationId, new Set(names))
  }

  /** Lets the list and what creates its items name the same. */
  #agree(list: OperationDescriptor, which: (scope: ListScope) => boolean): void {
    const offer = this.#offered.get(list.operationId)
    for (const { parameter, member, value } of offer?.scopes.filter(which) ?? []) {
      this.supply(list, { location: 'query', name: parameter }, value)
      if (offer !== undefined) this.supply(offer.creator, { location: 'body', name: member }, value)
    }
  }

  /** A request to a place, with one body. @throws NotRun when a required parameter or the body cannot be made. */
  plan(operation: OperationDescriptor, place: Place, draft: Draft): RequestPlan {
    const path = pathValues(operation.path, place)
    const made = draft === 'empty' ? undefined : this.body(operation, draft)
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

  /** Leaves a member out of the operation's bodies, until something is supplied for it. */
  withhold({ operationId }: OperationDescriptor, name: string): void {
    const withheld = this.#withheld.get(operationId) ?? new Set<string>()
    this.#withheld.set(operationId, withheld.add(name))
  }

  /** A request to a place, with the best body known. @throws NotRun as `plan` does. */
  best(operation: OperationDescriptor, place: Place): RequestPlan {
    return this.plan(operation, place, this.drafts(operation)[0] ?? 'empty')
  }

  /** A request with nothing but its path, for an operation that none can be made for otherwise. */
  bare(operation: OperationDescriptor, place: Place): RequestPlan {
    return { operation, path: pathValues(operation.path, place) }
  }

  /** The body, in JSON where the document offers it. */
  body(operation: OperationDescriptor, draft: Exclude<Draft, 'empty'>): RequestPlan['body'] {
    const content = contentOf(operation)
    if (content === undefined) return undefined
    const { mediaType, schema } = content
    const value = this.#valueOf(draft, schema)
    const complete = (part: unknown): unknown => this.#fitted(operation, part, schema)
    const whole = Array.isArray(value) ? value.map(complete) : complete(value)
    const { definitions } = this.#document
    const full = (): unknown => this.value(schema, { variant: 'full', hint: 'body' })
    return { mediaType, value: writablePart(whole, { mediaType, schema, definitions, full }) }
  }

  /** A body, or an item of one that is a list, with what was supplied for its members, and what refusals taught of them. */
  #fitted(operation: OperationDescriptor, value: unknown, schema: JsonSchema): unknown {
    const named = identifierMembers(operation, this.#document)
    if (!isObject(value)) return withoutMembers(value, named)
    const supplied = this.#supplied.get(operation.operationId)
    const lessons = this.#lessons.get(operation.operationId)
    const learnt = lessons?.apply(value, (path) => this.#member(schema, path)) ?? value
    const entries = Object.entries(learnt).map(
      ([name, member]) => [name, supplied?.get(`body.${name}`) ?? member] as const,
    )
    const withheld = this.#withheld.get(operation.operationId) ?? []
    return withoutMembers(Object.fromEntries(entries), new Set([...named, ...withheld]))
  }

  /** A value for a member of a body. */
  #member(schema: JsonSchema, path: MemberPath): unknown {
    const { definitions } = this.#document
    const member = path.reduce<unknown>(
      (above, name) => propertiesOf(memberSchema(above, definitions), definitions).get(name),
      schema,
    )
    return this.value(member, { variant: 'full', hint: path.at(-1) ?? 'body' })
  }

  #valueOf(draft: Exclude<Draft, 'empty'>, schema: JsonSchema): unknown {
    if (typeof draft === 'string') return this.value(schema, { variant: draft, hint: 'body' })
    if (draft.kind === 'shown') return draft.value
    if (draft.kind === 'worded') {
      const full = this.value(schema, { variant: 'full', hint: 'body' })
      return isObject(full) ? { ...full, ...draft.values } : full
    }
    return withoutMembers(this.value(schema, { variant: 'full', hint: 'body' }), draft.without)
  }

  /** @throws NotRun when no value fits the schema. */
  value(schema: unknown, options: { variant: Variant; hint: string; other?: unknown }): unknown {
    const { definitions } = this.#document
    return whereMakeable(() => validValue(schema, { definitions, names: this.names, ...options }))
  }

  /** A value for a parameter, as far as one is known. @throws NotRun when no value fits its schema. */
  guess(operation: OperationDescriptor, parameter: ParameterDescriptor): unknown {
    return whereMakeable(() => this.guesses.value(operation, parameter))
  }

  /** Bodies in full, with what answers showed under the names of their members: for a rule that tries them all. */
  worded(operation: OperationDescriptor): readonly Draft[] {
    const schema = contentOf(operation)?.schema
    if (schema === undefined || !this.#draftsOf(operation).isOpen) return []
    const named = identifierMembers(operation, this.#document)
    const shown = [...propertiesOf(schema, this.#document.definitions)]
      .filter(([name]) => !named.has(name) && !OWN_WORDS.test(name))
      .map(([name, member]) => [name, this.guesses.shown(name, member)] as const)
      .filter(([, values]) => values.length > 0)
    const most = Math.min(MOST_WORDED, Math.max(0, ...shown.map(([, { length }]) => length)))
    return Array.from({ length: most }, (_, turn) => ({
      kind: 'worded',
      values: Object.fromEntries(shown.map(([name, values]) => [name, values[turn % values.length]])),
    }))
  }

  /** Bodies in full in which one member is of another kind than usual, where its schema has several: for who takes one kind alone. */
  alternatives(operation: OperationDescriptor): readonly Draft[] {
    const schema = contentOf(operation)?.schema
    if (schema === undefined || !this.#draftsOf(operation).isOpen) return []
    const { definitions } = this.#document
    return [...propertiesOf(schema, definitions)]
      .flatMap(([name, member]) =>
        branchesOf(member, definitions)
          .slice(1)
          .map((branch) => [name, branch] as const),
      )
      .filter(([, branch]) => propertiesOf(branch, definitions).size > 0)
      .slice(0, MOST_ALTERNATIVES)
      .map(([name, branch]) => ({
        kind: 'worded',
        values: { [name]: this.value(branch, { variant: 'full', hint: name }) },
      }))
  }

  #required(operation: OperationDescriptor, location: Location): Record<string, unknown> {
    const scoped = this.#scoped.get(operation.operationId)
    const wanted = (operation.parameters ?? []).filter(
      ({ in: where, name, required }) =>
        where === location && (required || (location === 'query' && scoped?.has(name))),
    )
    return Object.fromEntries(
      wanted.map((parameter) => [
        parameter.name,
        this.#supplied.get(operation.operationId)?.get(`${location}.${parameter.name}`) ??
          (parameter === headerParameter(operation, 'if-match') ? ANY_TAG : this.guess(operation, parameter)),
      ]),
    )
  }
}

/** A body that is an object, or the objects of one that is a list. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return [value].flat().filter(isObject)
}

/** Examples of a body that are tried. */
const MOST_SHOWN = 3
/** Bodies of words that answers showed. */
const MOST_WORDED = 3
/** Bodies with a member of another kind. */
const MOST_ALTERNATIVES = 3
/** What each thing has for itself: what another one shows there would be taken, or says nothing. */
const OWN_WORDS = /(^|_|[a-z])(name|title|e?mail|login|password|label|description|text|comment|message)$/i

/** @throws NotRun where no value can be made. */
function whereMakeable(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    if (error instanceof Unmakeable)
      throw new NotRun(`${error.message}. Fix: give it an example in the document`)
    throw error
  }
}

/** JSON where the document offers it, else what it offers first. */
function contentOf(operation: OperationDescriptor) {
  const [first] = Object.entries(operation.requestBody?.content ?? {})
  if (first === undefined) return undefined
  const [mediaType, { schema = true, examples = [] }] = first
  return jsonBody(operation) ?? { mediaType, schema, examples }
}
