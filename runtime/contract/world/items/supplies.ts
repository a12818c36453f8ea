import type {
  DocumentDescriptor,
  Location,
  OperationDescriptor,
  ResourceDescriptor,
} from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { asIdentifier } from '../../data/document/identifier.ts'
import { sentMedia } from '../../data/document/json-body.ts'
import { cameOf, idAt, templatesOf } from '../../data/document/path-binding.ts'
import { referenceOf, referenceToListed, writtenId } from '../../data/document/reference.ts'
import { creatorOf, findResource, namedResource, resourceOf } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { isSuccess } from '../../data/exchange/answer.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { ifThere, Missing } from '../../data/outcome/missing.ts'
import { configuredParameter, type Target } from '../../traffic/target/target.ts'
import { Refusal } from '../refusal/refusal.ts'
import { evaluate, producersOf } from '../requests/link.ts'
import { isSameName } from '../requests/list-scope.ts'
import type { RequestFactory } from '../requests/request-factory.ts'
import type { Supplied } from '../requests/supplied-values.ts'
import type { Call, Item, Sources } from './item.ts'

/** A parameter, or a member of the body, that may have to name an existing item. */
interface Wanted {
  readonly name: string
  readonly location: Location | 'body'
  readonly schema: Schema
  /** Only for members of a body: optional parameters are omitted. */
  readonly isOptional?: boolean
}

export interface SuppliesOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly requests: RequestFactory
  readonly sources: Sources
}

/**
 * Finds values that one operation produces and another one needs: by the document's links, and by names such
 * as "owner_id" if there are "owners".
 */
export class Supplies {
  readonly #options: SuppliesOptions
  readonly #prepared = new Set<string>()
  /** Operations that are being called for a value: links may be circular. */
  readonly #followed = new Set<string>()
  readonly #missing = new Map<string, Reason>()
  /** Members, by operationId and name, that a refusal called references to nothing: each is searched once. */
  readonly #absent = new Set<string>()
  #isFilled = false

  constructor(options: SuppliesOptions) {
    this.#options = options
  }

  /** Forgets the supplied values: the items may have changed or vanished. */
  clear(): void {
    this.#prepared.clear()
  }

  /** Gives the request factory names for the operation's parameters and body. */
  async prepare(operation: OperationDescriptor): Promise<void> {
    if (this.#prepared.has(operation.operationId)) return
    this.#prepared.add(operation.operationId)
    await this.#fillDictionary(operation)
    for (const wanted of this.#wantedBy(operation)) {
      const found = await this.#find(operation, wanted)
      if (found !== undefined) this.#options.requests.supplied.supply(operation, wanted, found)
    }
  }

  /** Reads everything that needs no value, once, before the first value is searched in the answers. */
  async #fillDictionary(operation: OperationDescriptor): Promise<void> {
    if (this.#isFilled || !wantsWords(operation, this.#options.document)) return
    this.#isFilled = true
    const { document, sources } = this.#options
    for (const simple of document.operations
      .filter((other) => isPlainRead(other, document))
      .slice(0, MOST_READ))
      await sources.call(simple)
  }

  /** Does the same for optional parameters that are sent this time. */
  async prepareFurther(operation: OperationDescriptor, names: readonly string[]): Promise<void> {
    const { requests, document } = this.#options
    for (const { name, in: location, schema: written } of operation.parameters ?? []) {
      if (location !== 'query' || !names.includes(name)) continue
      const schema = schemaIn(document, written)
      const reference = referenceOf(name, schema, document) ?? referenceToListed(operation, schema, document)
      const item = reference && (await this.#itemOf(reference.resource))
      const named = item && idAt(item.binding, item.resource)
      const id = asIdentifier(named?.text)
      if (reference !== undefined && id !== undefined)
        requests.supplied.supply(operation, { name, location }, { ...named, value: reference.write(id) })
    }
  }

  /**
   * Searches for items to name in a body, if a refusal says that a member names nothing.
   * @returns true if an item is named now that was not before.
   */
  async prepareAbsent({ plan: { operation, body }, answer }: Call): Promise<boolean> {
    const { document, requests } = this.#options
    const schema = body && sentMedia(operation, body.mediaType).schema
    const members = schemaIn(document, schema).member.properties
    let isNews = false
    const refusal = new Refusal(answer)
    for (const name of refusal.absentOf(members.keys(), body?.value)) {
      const key = `${operation.operationId} ${name}`
      const schema = members.get(name)
      const resource = this.#absent.has(key) ? undefined : namedResource(name, document)
      this.#absent.add(key)
      const item =
        resource && ((await this.#itemOf(resource)) ?? (await this.#ownItemOf(operation, resource)))
      const value = item && idAt(item.binding, item.resource)
      if (value?.origin !== 'created' || schema === undefined) continue
      const supplied = { ...value, value: writtenId(value.text, schema) }
      requests.supplied.supply(operation, { name, location: 'body' }, supplied)
      isNews = true
    }
    return isNews
  }

  async #itemOf(resource: ResourceDescriptor): Promise<Item | undefined> {
    return ifThere(await this.#options.sources.items.sharedUnlessPending(resource))
  }

  /** The operation's own item, if the shared item waits for the one that would name it. */
  async #ownItemOf(operation: OperationDescriptor, resource: ResourceDescriptor): Promise<Item | undefined> {
    return ifThere(await this.#options.sources.items.for(operation, resource, 'change'))
  }

  /**
   * Unavailable values for an operation, with the configuration that would provide them; empty if none is
   * missing.
   */
  whatIsMissing({ operationId }: OperationDescriptor): readonly Reason[] {
    const missing = this.#missing.get(operationId)
    return missing === undefined ? [] : [missing]
  }

  /** A parameter's value from another operation with a documented link to this one. */
  async follow(
    operation: OperationDescriptor,
    wanted: Omit<Wanted, 'schema'>,
  ): Promise<Supplied | undefined> {
    for (const producer of producersOf(this.#options.document, operation, wanted)) {
      const { operationId } = producer.operation
      if (this.#followed.has(operationId)) continue
      this.#followed.add(operationId)
      try {
        const call = ifThere(await this.#options.sources.call(producer.operation))
        const value = call && isSuccess(call.answer) ? evaluate(producer, call) : undefined
        if (call !== undefined && value !== undefined && value !== null)
          return { value, ...cameOf(call.answer.number) }
      } finally {
        this.#followed.delete(operationId)
      }
    }
    return undefined
  }

  /** A path's items are found by nesting; optional parameters are omitted, members of a body are not. */
  #wantedBy(operation: OperationDescriptor): Wanted[] {
    const [body] = Object.values(operation.requestBody?.content ?? {})
    const { document } = this.#options
    const { properties, required } = schemaIn(document, body?.schema).member
    return [
      ...(operation.parameters ?? [])
        .filter(({ in: location, required }) => location !== 'path' && required)
        .map(({ name, in: location, schema }) => ({ name, location, schema: schemaIn(document, schema) })),
      ...[...properties].flatMap(([name, schema]): Wanted[] => {
        const isOptional = !required.has(name)
        const own: Wanted = { name, location: 'body', schema, isOptional }
        return [own, ...partsOf(own)]
      }),
    ]
  }

  async #find(operation: OperationDescriptor, wanted: Wanted): Promise<Supplied | undefined> {
    const { document, target, sources, requests } = this.#options
    const { schema } = wanted
    const name = lastOf(wanted.name)
    const linked = wanted.location === 'body' ? undefined : await this.follow(operation, wanted)
    if (linked !== undefined) return linked
    const reference = isItem(operation, wanted, document) ? undefined : referenceOf(name, schema, document)
    if (reference === undefined) return this.#scopeOfList(operation, wanted)
    const configured = configuredParameter(target, [name])
    if (configured !== undefined) return { value: reference.write(configured), from: 'configured' }
    const item = await sources.items.sharedUnlessPending(reference.resource)
    if (item instanceof Missing) {
      this.#missing.set(operation.operationId, {
        kind: 'nothing to refer to',
        member: name,
        resource: reference.resource.name,
        because: item.why,
      })
      return undefined
    }
    const value = item && idAt(item.binding, reference.resource)
    // An item created from someone else's may also remove that when it is removed.
    if (value?.origin === 'discovered' && wanted.isOptional === true) {
      requests.supplied.withhold(operation, wanted.name)
      return undefined
    }
    const id = asIdentifier(value?.text)
    const written = id === undefined ? undefined : reference.write(id)
    return written !== undefined && isAllowed(written, schema) ? { ...value, value: written } : undefined
  }

  /**
   * A required parameter of a list may be a member that its items are created with: an item is created first,
   * and provides the value.
   */
  async #scopeOfList(operation: OperationDescriptor, { name, location }: Wanted): Promise<undefined> {
    const { document, sources } = this.#options
    const resource = resourceOf(document, operation.resource?.name)
    const creator = creatorOf(document, resource)
    if (operation.resource?.role !== 'list' || location !== 'query' || resource === undefined) return
    const said = Object.values(creator?.requestBody?.content ?? {}).flatMap(({ schema }) => [
      ...schemaIn(document, schema).properties.keys(),
    ])
    if (!said.some((member) => isSameName(name, member))) return
    await sources.items.sharedUnlessPending(resource)
  }
}

/** Members of the objects in a list of the body: "lines.product_id" for `{ lines: [{ product_id: … }] }`. */
function partsOf({ name, schema, location }: Wanted): readonly Wanted[] {
  if (!schema.types.includes('array')) return []
  return [...schema.items.properties].map(
    ([part, inner]): Wanted => ({ name: `${name}.${part}`, location, schema: inner, isOptional: true }),
  )
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** True for the member of a body that contains the item itself, not a reference: "boat" of "CreateBoat". */
function isItem(
  operation: OperationDescriptor,
  { name, location }: Wanted,
  document: DocumentDescriptor,
): boolean {
  const { envelopes } = resourceOf(document, operation.resource?.name) ?? {}
  return location === 'body' && envelopes?.[operation.operationId]?.written?.[0] === name
}

/** True if a schema allows a name, as a text or as a number. */
function isAllowed(value: unknown, schema: Schema): boolean {
  const values = typeof value === 'string' ? [value, Number(value)] : [value]
  return values.some((each) => schema.allows(each))
}

/** Maximum number of reads for words: of a large document, the first ones. */
const MOST_READ = 20

/** True if the request requires a value that is not an item's name. */
function wantsWords({ path, parameters = [] }: OperationDescriptor, document: DocumentDescriptor): boolean {
  return (
    templatesOf(path).some((template) => findResource(document, template) === undefined) ||
    parameters.some(({ in: location, required }) => location !== 'path' && required)
  )
}

/**
 * True for a read without required values, except a list that the run can fill: once filled, it shows more.
 */
function isPlainRead(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const { method, path, parameters = [], resource } = operation
  const isFilled = creatorOf(document, resourceOf(document, resource?.name)) !== undefined
  return method === 'GET' && !path.includes('{') && !isFilled && !parameters.some(({ required }) => required)
}
