import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { Sourced } from '../../data/document/path-binding.ts'
import type { RequestPlan, SentValue } from '../../data/exchange/request.ts'
import { type ListScope, listScopes } from './list-scope.ts'

/** Place of a value in requests. */
type Slot = Pick<SentValue, 'location' | 'name'>

/** A value of something that exists, and where it comes from. */
export interface Supplied extends Pick<Sourced, 'from'> {
  readonly value: unknown
}

/**
 * Values of existing things in requests, by operation: for parameters and members of bodies, and for the
 * parameters of lists, so that they show what is created.
 */
export class SuppliedValues {
  readonly #document: DocumentDescriptor
  readonly #values = new Map<string, Map<string, Slot & Supplied>>()
  /** By operationId: members of bodies that nothing may be named by. */
  readonly #withheld = new Map<string, Set<string>>()
  /** By operationId of a list: its scope, as the first item that was created in it tells. */
  readonly #offered = new Map<
    string,
    { readonly creator: OperationDescriptor; readonly scopes: readonly ListScope[] }
  >()
  /** By operationId: parameters that need not be there and are. */
  readonly #asked = new Map<string, ReadonlySet<string>>()

  constructor(document: DocumentDescriptor) {
    this.#document = document
  }

  /** Supplied value of a parameter or a member; `undefined` if it is nothing that exists. */
  valueOf({ operationId }: OperationDescriptor, { location, name }: Slot): unknown {
    return this.#values.get(operationId)?.get(`${location}.${name}`)?.value
  }

  /** Sources of the values that the operation is given. */
  sourcesOf({ operationId }: OperationDescriptor): readonly SentValue[] {
    const supplied = [...(this.#values.get(operationId)?.values() ?? [])]
    return supplied.map(({ location, name, value, from = 'made' }) => ({
      ...{ location, name: location === 'body' ? name.slice(name.lastIndexOf('.') + 1) : name },
      ...{ text: String(value), from },
    }))
  }

  /** Members that the operation's bodies are to be without. */
  withheldFrom({ operationId }: OperationDescriptor): Iterable<string> {
    return this.#withheld.get(operationId) ?? []
  }

  /** True if a query parameter is sent although it need not be there. */
  isAsked({ operationId }: OperationDescriptor, parameter: string): boolean {
    return this.#asked.get(operationId)?.has(parameter) ?? false
  }

  /** Gives a parameter or a member of the body a value of something that exists, from now on. */
  supply(
    { operationId }: Pick<OperationDescriptor, 'operationId'>,
    { location, name }: Slot,
    { value, from }: Supplied,
  ): void {
    const values = this.#values.get(operationId) ?? new Map<string, Slot & Supplied>()
    const supplied = { location, name, value, ...(from && { from }) }
    this.#values.set(operationId, values.set(`${location}.${name}`, supplied))
    if (location !== 'body') return
    this.#withheld.get(operationId)?.delete(name)
    this.#followInLists(operationId, name, supplied)
  }

  /** Items that are created from now on stand in another list: that one is asked for. */
  #followInLists(creatorId: string, member: string, supplied: Supplied): void {
    const { value } = supplied
    for (const [listId, { creator, scopes }] of this.#offered) {
      const scope = scopes.find((known) => known.member === member && known.value !== value)
      if (creator.operationId !== creatorId || scope === undefined) continue
      const moved = scopes.map((known) => (known === scope ? { ...known, value } : known))
      this.#offered.set(listId, { creator, scopes: moved })
      if (this.#values.get(listId)?.has(`query.${scope.parameter}`))
        this.supply({ operationId: listId }, { location: 'query', name: scope.parameter }, supplied)
    }
  }

  /**
   * Asks a list from now on for what a create's body named, where the list is not to be had without; and
   * names the same in what is created from now on, so that all of it stands in one list.
   */
  scope(list: OperationDescriptor, { operation, body }: RequestPlan): void {
    const scopes = listScopes(list, body?.value, this.#document)
    if (this.#offered.has(list.operationId) || scopes.length === 0) return
    this.#offered.set(list.operationId, { creator: operation, scopes })
    this.#agree(list, ({ isRequired }) => isRequired)
  }

  /** Query parameters that a list need not be asked with, and that say what its items were created with. */
  furtherScopes({ operationId }: OperationDescriptor): readonly string[] {
    return this.#furtherOf(operationId).map(({ parameter }) => parameter)
  }

  /** Those of them that name other things: "project", and not "title". */
  scopesOfThings({ operationId }: OperationDescriptor): readonly string[] {
    const { creator } = this.#offered.get(operationId) ?? {}
    return this.#furtherOf(operationId)
      .filter(
        ({ member: name }) => creator && this.valueOf(creator, { location: 'body', name }) !== undefined,
      )
      .map(({ parameter }) => parameter)
  }

  #furtherOf(listId: string): readonly ListScope[] {
    return this.#offered.get(listId)?.scopes.filter(({ isRequired }) => !isRequired) ?? []
  }

  /**
   * Asks a list from now on for what its items were created with, by some of these parameters: none asks it
   * for all again.
   */
  scopeFurther(list: OperationDescriptor, parameters: readonly string[]): void {
    this.ask(list, parameters)
    this.#agree(list, ({ parameter }) => parameters.includes(parameter))
  }

  /** Sends these query parameters of an operation from now on, although they need not be there. */
  ask({ operationId }: OperationDescriptor, names: readonly string[]): void {
    this.#asked.set(operationId, new Set(names))
  }

  /** Lets the list and what creates its items name the same. */
  #agree(list: OperationDescriptor, which: (scope: ListScope) => boolean): void {
    const offer = this.#offered.get(list.operationId)
    for (const { parameter, member, value } of offer?.scopes.filter(which) ?? []) {
      const known = offer && this.#values.get(offer.creator.operationId)?.get(`body.${member}`)
      const supplied = known !== undefined && known.value === value ? known : { value }
      this.supply(list, { location: 'query', name: parameter }, supplied)
      if (offer !== undefined) this.supply(offer.creator, { location: 'body', name: member }, supplied)
    }
  }

  /** Leaves a member out of the operation's bodies, until something is supplied for it. */
  withhold({ operationId }: OperationDescriptor, name: string): void {
    const withheld = this.#withheld.get(operationId) ?? new Set<string>()
    this.#withheld.set(operationId, withheld.add(name))
  }
}
