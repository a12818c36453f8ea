import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { identifierInPath } from '../../data/document/identifier.ts'
import {
  type BoundValue,
  boundItemId,
  isOwnValue,
  type PathBinding,
  pathTemplates,
  resourceItemPath,
  sourceOfRequests,
} from '../../data/document/path-binding.ts'
import {
  type Reference,
  referencedResource,
  referenceToListed,
  resourceOfKind,
  writtenReferenceId,
} from '../../data/document/reference.ts'
import { creatorOfItems, findResource, resourceByName } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { isSuccess } from '../../data/exchange/answer.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing, type Or, onceOrMissing, resultIfThere } from '../../data/outcome/missing.ts'
import { isCallingName } from '../../lexicon/lexicon.ts'
import { configuredParameter, type Target } from '../../traffic/target/target.ts'
import { type RunPlan, type Task, valuesTask, type Waiting } from '../needs/run-plan.ts'
import { lastWantedName, neededReference, type Wanted, wantedBy } from '../needs/wanted.ts'
import type { Refusal } from '../refusal/refusal.ts'
import { evaluateLink, linkProducers } from '../requests/link.ts'
import { isSameScopeName } from '../requests/list-scope.ts'
import type { RequestFactory } from '../requests/request-factory.ts'
import type { Supplied } from '../requests/supplied-values.ts'
import type { Item, ItemSources } from './item.ts'

/** A value that refers to an item. */
interface Referring {
  readonly wanted: Wanted
  readonly reference: Reference
}

/** A value that names an item. */
interface Naming {
  readonly slot: Pick<Wanted, 'name' | 'location'>
  readonly reference: Pick<Reference, 'resource' | 'write'>
  readonly item: Item
}

/** An item that is needed but not created yet, and the value that will refer to it. */
interface Late {
  readonly resource: ResourceDescriptor
  readonly referring?: Referring
}

export interface SuppliesOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly requests: RequestFactory
  readonly plan: RunPlan
  readonly sources: ItemSources
}

/**
 * Finds values that one operation produces and another one needs, by the document's links or by name:
 * "owner_id" if there are "owners".
 */
export class PoolSupplies {
  readonly #options: SuppliesOptions
  readonly #prepared = new Map<string, Promise<void>>()
  /**
   * Items whose creation depends on the operation itself, keyed by its operationId. Their names are supplied
   * once the items exist.
   */
  readonly #late = new Map<string, Late[]>()
  readonly #missing = new Map<string, Reason>()
  /** Values that name items, keyed by operationId and the value's name. */
  readonly #namings = new Map<string, Map<string, Naming>>()
  #isFilled = false

  constructor(options: SuppliesOptions) {
    this.#options = options
  }

  /**
   * Forgets which operations are prepared, so that their values are looked up again, because items may have
   * changed or vanished.
   */
  clear(): void {
    this.#prepared.clear()
    this.#late.clear()
  }

  /** Prepares an operation, as far as the plan allows the task to wait for the operation's values. */
  async prepareFor(operation: OperationDescriptor, { by, isPlain = false }: Waiting): Promise<void> {
    if (isPlain) return
    if (by === undefined) await this.complete(operation)
    else if (this.#options.plan.objection(by, valuesTask(operation)) === undefined)
      await this.prepare(operation)
  }

  /** Provides the request factory with values for the operation's parameters and body. */
  async prepare(operation: OperationDescriptor): Promise<void> {
    for (const late of await this.#lateOf(operation))
      if (late.referring === undefined) this.#postpone(operation, late)
      else await this.#refer(operation, late.referring)
  }

  /**
   * Prepares an operation, including values from items whose creation depends on the operation itself. They
   * are created by requests that do not use this operation's values.
   * @param by The task that waits for the items; if absent, nothing waits.
   */
  async complete(operation: OperationDescriptor, by?: Task): Promise<void> {
    const { shared } = this.#options.sources
    for (const late of await this.#lateOf(operation)) {
      const { resource, referring } = late
      const item = await (by === undefined ? shared.find(resource) : shared.findFor(by, resource))
      if (referring !== undefined) await this.#refer(operation, referring)
      else if (by !== undefined && isCircular(item)) this.#postpone(operation, late)
    }
  }

  /**
   * Searches once for the operation's values, and returns those that are not available yet, which the caller
   * must handle.
   */
  async #lateOf(operation: OperationDescriptor): Promise<readonly Late[]> {
    const { operationId } = operation
    await onceOrMissing(this.#prepared, operationId, () => this.#findAll(operation))
    const late = this.#late.get(operationId) ?? []
    this.#late.delete(operationId)
    return late
  }

  async #findAll(operation: OperationDescriptor): Promise<void> {
    const { document, requests } = this.#options
    await this.#fillDictionary(operation)
    for (const wanted of wantedBy(operation, document)) {
      const linked =
        wanted.location === 'body'
          ? undefined
          : await this.follow(operation, { ...wanted, by: valuesTask(operation) })
      const reference = linked === undefined ? neededReference(operation, wanted, document) : undefined
      if (linked !== undefined) requests.supplied.supply(operation, wanted, linked)
      else if (reference !== undefined) await this.#refer(operation, { wanted, reference })
      else await this.#scopeOfList(operation, wanted)
    }
  }

  /** Before responses are first searched for a value, sends up to `MOST_READ` reads that need no values. */
  async #fillDictionary(operation: OperationDescriptor): Promise<void> {
    if (this.#isFilled || !wantsWords(operation, this.#options.document)) return
    this.#isFilled = true
    const { document, sources } = this.#options
    for (const simple of document.operations
      .filter((other) => isPlainRead(other, document))
      .slice(0, MOST_READ))
      await sources.answers.askFor(valuesTask(operation), simple)
  }

  /**
   * Prepares optional parameters that are sent in the next request.
   * @param refusal The reason to send them, which can say of what kind their items are.
   */
  async prepareFurther(
    operation: OperationDescriptor,
    names: readonly string[],
    refusal: Refusal,
  ): Promise<void> {
    const { requests, document } = this.#options
    for (const { name, in: location, schema: written } of operation.parameters ?? []) {
      if (location !== 'query' || !names.includes(name)) continue
      const schema = schemaIn(document, written)
      const kinds = [...refusal.kindsBehind(name), ...(isCallingName(name) ? [name] : [])]
      const resource = resourceOfKind(kinds, document)
      const reference =
        referencedResource(name, schema, { document }) ??
        referenceToListed(operation, schema, document) ??
        (resource && { resource, write: (id: string) => writtenReferenceId(id, schema) })
      const item = reference && (await this.#itemOf(operation, reference.resource))
      const named = item && boundItemId(item.binding, item.resource)
      const id = identifierInPath(named?.text)
      if (reference !== undefined && id !== undefined)
        requests.supplied.supply(operation, { name, location }, { ...named, value: reference.write(id) })
    }
  }

  /**
   * Returns the shared item, unless that item needs the operation itself, so that waiting for it would be
   * circular.
   */
  async #itemOf(operation: OperationDescriptor, resource: ResourceDescriptor): Promise<Item | undefined> {
    return resultIfThere(await this.#options.sources.shared.findFor(valuesTask(operation), resource))
  }

  /**
   * Returns the values that are unavailable for an operation, with the settings that would provide them;
   * empty if none is missing.
   */
  whatIsMissing({ operationId }: OperationDescriptor): readonly Reason[] {
    const missing = this.#missing.get(operationId)
    return missing === undefined ? [] : [missing]
  }

  /** Returns a parameter's value from another operation that has a documented link to this one. */
  async follow(
    operation: OperationDescriptor,
    { by, ...wanted }: Pick<Wanted, 'name' | 'location'> & { readonly by: Task },
  ): Promise<Supplied | undefined> {
    for (const producer of linkProducers(this.#options.document, operation, wanted)) {
      const call = resultIfThere(await this.#options.sources.answers.askFor(by, producer.operation))
      const value = call && isSuccess(call.answer) ? evaluateLink(producer, call) : undefined
      if (call !== undefined && value !== undefined && value !== null)
        return {
          ...{ value, origin: call.created === undefined ? 'discovered' : 'created' },
          ...sourceOfRequests(call.answer.number),
        }
    }
    return undefined
  }

  /** Supplies an item's name. */
  async #refer(operation: OperationDescriptor, { wanted, reference }: Referring): Promise<void> {
    const { target, sources, requests } = this.#options
    const { resource } = reference
    const name = lastWantedName(wanted.name)
    const configured = configuredParameter(target, [name])
    if (configured !== undefined)
      return requests.supplied.supply(operation, wanted, {
        ...{ value: reference.write(configured), from: 'configured', origin: 'configured' },
      })
    const item = await sources.shared.findFor(valuesTask(operation), resource)
    if (item instanceof Missing) {
      const because = item.why
      this.#missing.set(operation.operationId, {
        ...{ kind: 'nothing to refer to', member: name, resource: resource.name, because },
      })
      if (!isCircular(item)) return
      this.#postpone(operation, { resource, referring: { wanted, reference } })
      if (wanted.isOptional === true) requests.supplied.withhold(operation, wanted.name)
      return
    }
    const missing = this.#missing.get(operation.operationId)
    if (missing?.kind === 'nothing to refer to' && missing.member === name)
      this.#missing.delete(operation.operationId)
    const value = boundItemId(item.binding, resource)
    // The optional value is withheld, because the removal of an item that refers to another user's item might
    // also remove that other item.
    if (value?.origin === 'discovered' && wanted.isOptional === true)
      return requests.supplied.withhold(operation, wanted.name)
    const id = identifierInPath(value?.text)
    const written = id === undefined ? undefined : reference.write(id)
    if (written !== undefined && isAllowed(written, wanted.schema))
      this.supply(operation, { slot: wanted, reference, item })
  }

  /** Returns the operation's values that name items. */
  namedBy({ operationId }: OperationDescriptor): readonly Naming[] {
    return [...(this.#namings.get(operationId)?.values() ?? [])]
  }

  /** From now on, a value names this item, or one like it below the parents in a request's path. */
  supply(operation: OperationDescriptor, naming: Naming): void {
    const { slot, reference, item } = naming
    const namings = this.#namings.get(operation.operationId) ?? new Map<string, Naming>()
    this.#namings.set(operation.operationId, namings.set(slot.name, naming))
    const value = boundItemId(item.binding, reference.resource)
    const id = identifierInPath(value?.text)
    if (id !== undefined)
      this.#options.requests.supplied.supply(operation, slot, { ...value, value: reference.write(id) })
  }

  /**
   * Takes the values of a request from one parent: a value that names an item below another parent than the
   * one in the path is replaced by that of an item below the path's parent.
   */
  async alignWith(operation: OperationDescriptor, binding: PathBinding): Promise<void> {
    for (const naming of this.namedBy(operation)) {
      const { resource } = naming.reference
      const parents = parentsElsewhere(naming.item, binding)
      const own = parents && resultIfThere(await this.#options.sources.made.createBelow(resource, parents))
      if (own !== undefined) this.supply(operation, { ...naming, item: own })
    }
  }

  /**
   * A required parameter of a list can correspond to a property with which its items are created. An item is
   * therefore created first, and provides the value.
   */
  async #scopeOfList(operation: OperationDescriptor, { name, location }: Wanted): Promise<void> {
    const { document, sources } = this.#options
    const resource = resourceByName(document, operation.resource?.name)
    const creator = creatorOfItems(document, resource)
    if (operation.resource?.role !== 'list' || location !== 'query' || resource === undefined) return
    const said = Object.values(creator?.requestBody?.content ?? {}).flatMap(({ schema }) => [
      ...schemaIn(document, schema).properties.keys(),
    ])
    if (!said.some((member) => isSameScopeName(name, member))) return
    const item = await sources.shared.findFor(valuesTask(operation), resource)
    if (isCircular(item)) this.#postpone(operation, { resource })
  }

  #postpone({ operationId }: OperationDescriptor, late: Late): void {
    this.#late.set(operationId, [...(this.#late.get(operationId) ?? []), late])
  }
}

/** True if there is no item yet because it needs the operation that asks for it. */
function isCircular(item: Or<Item>): boolean {
  return item instanceof Missing && item.why.kind === 'circular need'
}

/**
 * Returns an item's parents in a request's path if the run created them and the item is below others;
 * otherwise `undefined`.
 */
function parentsElsewhere({ resource, binding }: Item, asked: PathBinding): PathBinding | undefined {
  const above = pathTemplates(resourceItemPath(resource)).slice(0, -1)
  const values = above.flatMap(({ key }): [string, BoundValue][] => {
    const value = asked.get(key)
    return value === undefined || !isOwnValue(value) ? [] : [[key, value]]
  })
  const isElsewhere = values.some(([key, { text }]) => binding.get(key)?.text !== text)
  return isElsewhere && values.length === above.length ? new Map(values) : undefined
}

/** True if a schema allows a name, as a string or as a number. */
function isAllowed(value: unknown, schema: Schema): boolean {
  const values = typeof value === 'string' ? [value, Number(value)] : [value]
  return values.some((each) => schema.allows(each))
}

/**
 * Maximum number of reads to send in order to collect values from their responses. In a large document, only
 * the first ones are sent.
 */
const MOST_READ = 20

/**
 * True if the path has a template for something other than an item of a documented resource, or if a
 * parameter outside the path is required.
 */
function wantsWords({ path, parameters = [] }: OperationDescriptor, document: DocumentDescriptor): boolean {
  return (
    pathTemplates(path).some((template) => findResource(document, template) === undefined) ||
    parameters.some(({ in: location, required }) => location !== 'path' && required)
  )
}

/**
 * True for a read without required values, except for a list that the run can fill, because that list will
 * show more later.
 */
function isPlainRead(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const { method, path, parameters = [], resource } = operation
  const isFilled = creatorOfItems(document, resourceByName(document, resource?.name)) !== undefined
  return method === 'GET' && !path.includes('{') && !isFilled && !parameters.some(({ required }) => required)
}
