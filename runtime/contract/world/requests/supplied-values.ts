import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { BoundValue } from '../../data/document/path-binding.ts'
import type { RequestPlan, SentValue } from '../../data/exchange/request.ts'
import { type ListScope, listScopes } from './list-scope.ts'

/** The location of a value in requests. */
type Slot = Pick<SentValue, 'location' | 'name'>

/** A value that names an existing item, and its source. */
export interface Supplied extends Partial<Pick<BoundValue, 'from' | 'origin'>> {
  readonly value: unknown
}

/**
 * Values that name existing items, for the parameters and body properties of each operation. For a list, they
 * include the parameters that make it show the created items.
 */
export class SuppliedValues {
  readonly #document: DocumentDescriptor
  readonly #values = new Map<string, Map<string, Slot & Supplied>>()
  /** Body properties that are omitted unless a value is supplied, keyed by operationId. */
  readonly #withheld = new Map<string, Set<string>>()
  /** The scope of each list, from the first item created in it, keyed by the list's operationId. */
  readonly #offered = new Map<
    string,
    { readonly creator: OperationDescriptor; readonly scopes: readonly ListScope[] }
  >()
  /** By operationId: optional parameters that are sent. */
  readonly #asked = new Map<string, ReadonlySet<string>>()

  constructor(document: DocumentDescriptor) {
    this.#document = document
  }

  /** Returns the supplied value for a parameter or property; `undefined` if there is none. */
  valueOf({ operationId }: OperationDescriptor, { location, name }: Slot): unknown {
    return this.#values.get(operationId)?.get(`${location}.${name}`)?.value
  }

  /** Returns the sources of the operation's supplied values. */
  sourcesOf({ operationId }: OperationDescriptor): readonly SentValue[] {
    const supplied = [...(this.#values.get(operationId)?.values() ?? [])]
    return supplied.map(({ location, name, value, from = 'made', origin }) => ({
      ...{ location, name: location === 'body' ? name.slice(name.lastIndexOf('.') + 1) : name },
      ...{ text: String(value), from, ...(origin && { origin }) },
    }))
  }

  /** Returns the properties that are omitted from the operation's bodies. */
  withheldFrom({ operationId }: OperationDescriptor): Iterable<string> {
    return this.#withheld.get(operationId) ?? []
  }

  /** True if an optional query parameter is sent. */
  isAsked({ operationId }: OperationDescriptor, parameter: string): boolean {
    return this.#asked.get(operationId)?.has(parameter) ?? false
  }

  /** From now on, sets a parameter or body property to the name of an existing item. */
  supply(
    { operationId }: Pick<OperationDescriptor, 'operationId'>,
    { location, name }: Slot,
    { value, from, origin }: Supplied,
  ): void {
    const values = this.#values.get(operationId) ?? new Map<string, Slot & Supplied>()
    const supplied = { location, name, value, ...(from && { from }), ...(origin && { origin }) }
    this.#values.set(operationId, values.set(`${location}.${name}`, supplied))
    if (location !== 'body') return
    this.#withheld.get(operationId)?.delete(name)
    this.#followInLists(operationId, name, supplied)
  }

  /**
   * Updates the scopes of lists whose items this operation creates, because items created from now on are in
   * another list.
   */
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
   * From now on, requests a list with the values from a create request's body if the list requires them.
   * Later creates use the same values, so that all items are in one list.
   */
  scope(list: OperationDescriptor, { operation, body }: RequestPlan): void {
    const scopes = listScopes(list, body?.value, this.#document)
    if (this.#offered.has(list.operationId) || scopes.length === 0) return
    this.#offered.set(list.operationId, { creator: operation, scopes })
    this.#agree(list, ({ isRequired }) => isRequired)
  }

  /**
   * Returns a list's optional query parameters that mean the same as properties with which its items were
   * created.
   */
  furtherScopes({ operationId }: OperationDescriptor): readonly string[] {
    return this.#furtherOf(operationId).map(({ parameter }) => parameter)
  }

  /** Returns a list's optional scope parameters that name other items: "project", but not "title". */
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
   * From now on, requests a list with these parameters, set to the values with which its items were created;
   * an empty `parameters` removes them all.
   */
  scopeFurther(list: OperationDescriptor, parameters: readonly string[]): void {
    this.ask(list, parameters)
    this.#agree(list, ({ parameter }) => parameters.includes(parameter))
  }

  /** From now on, sends these optional query parameters with an operation. */
  ask({ operationId }: OperationDescriptor, names: readonly string[]): void {
    this.#asked.set(operationId, new Set(names))
  }

  /** Makes the list and its items' create operation use the same value. */
  #agree(list: OperationDescriptor, which: (scope: ListScope) => boolean): void {
    const offer = this.#offered.get(list.operationId)
    for (const { parameter, member, value } of offer?.scopes.filter(which) ?? []) {
      const known = offer && this.#values.get(offer.creator.operationId)?.get(`body.${member}`)
      const supplied = known !== undefined && known.value === value ? known : { value }
      this.supply(list, { location: 'query', name: parameter }, supplied)
      if (offer !== undefined) this.supply(offer.creator, { location: 'body', name: member }, supplied)
    }
  }

  /** Omits a property from the operation's bodies until a value is supplied for it. */
  withhold({ operationId }: OperationDescriptor, name: string): void {
    const withheld = this.#withheld.get(operationId) ?? new Set<string>()
    this.#withheld.set(operationId, withheld.add(name))
  }
}
