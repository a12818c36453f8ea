import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { documentedBodyMedia } from '../../data/document/json-body.ts'
import { boundItemId, boundPathValues, resourceItemPath } from '../../data/document/path-binding.ts'
import { resourceOfKind, writtenReferenceId } from '../../data/document/reference.ts'
import { namedResource } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { resultIfThere } from '../../data/outcome/missing.ts'
import { identifiers, isReferenceName, personalRoles, stemInPath } from '../../lexicon/lexicon.ts'
import { valuesTask } from '../needs/run-plan.ts'
import { Refusal } from '../refusal/refusal.ts'
import type { RequestFactory } from '../requests/request-factory.ts'
import type { Call, Item, ItemSources } from './item.ts'
import type { PoolSupplies } from './supplies.ts'

export interface AbsentReferencesOptions {
  readonly document: DocumentDescriptor
  readonly supplies: Pick<PoolSupplies, 'supply' | 'alignWith' | 'namedBy'>
  readonly sources: ItemSources
  readonly requests: Pick<RequestFactory, 'asked' | 'guesses' | 'value'>
}

/**
 * Body properties that refer to missing items according to an error response. They get the names of the run's
 * items.
 */
export class AbsentReferences {
  readonly #options: AbsentReferencesOptions
  /**
   * Properties, by operationId and name, for which the run has already searched for an item. It searches only
   * once for each property.
   */
  readonly #searched = new Set<string>()
  /** operationIds of creates that got a new item after a conflict, and have not succeeded since. */
  readonly #renewed = new Set<string>()

  constructor(options: AbsentReferencesOptions) {
    this.#options = options
  }

  /**
   * Searches for items to which a body can refer if an error response says that a property refers to nothing.
   * @returns true if the body can refer to an item to which it did not refer before.
   */
  async supply({ plan: { operation, body }, answer, binding }: Call): Promise<boolean> {
    const { document, supplies } = this.#options
    const schema = body && documentedBodyMedia(operation, body.mediaType).schema
    const members = schemaIn(document, schema).member.properties
    let isNews = false
    const refusal = new Refusal(answer)
    for (const name of refusal.absentOf(members.keys(), body?.value)) {
      const key = keyOf(operation, name)
      const value = isObject(body?.value) ? body.value[name] : undefined
      const schema = members.get(name)
      const resource = this.#searched.has(key)
        ? undefined
        : (namedResource(name, document) ?? resourceOfKind(refusal.kindsQuoted(value), document))
      this.#searched.add(key)
      if (resource === undefined || schema === undefined) continue
      isNews = (await this.#supplyItem(operation, { name, resource, schema, refused: value })) || isNews
    }
    if (isNews) await supplies.alignWith(operation, binding)
    return isNews
  }

  /**
   * Adds properties to a body that the document lacks, but that an error response requires. A property that
   * refers to an item gets the name of one of the run's.
   * @returns true if there is a property that was not added before.
   */
  async supplyAsked({ plan: { operation, body }, answer }: Call): Promise<boolean> {
    const { document, requests } = this.#options
    const sent = body?.value
    const schema = schemaIn(document, body && documentedBodyMedia(operation, body.mediaType).schema)
    if (!isObject(sent)) return false
    const lacking = new Refusal(answer)
      .required()
      .filter((name) => !schema.properties.has(name) && !Object.hasOwn(sent, name))
      // A refusal can contain the path of its request, which looks like a pointer.
      .filter((name) => !operation.path.split('/').includes(name))
      .filter((name) => requests.asked.accepts(operation, name) && schema.allows({ ...sent, [name]: '' }))
      .filter((name) => !this.#searched.has(keyOf(operation, name)))
    // Creating an item for one of the properties can lead to a request of the same operation.
    for (const name of lacking) this.#searched.add(keyOf(operation, name))
    // A body refers to items other than those that its request creates.
    const isOther = (each: ResourceDescriptor): boolean => each.name !== operation.resource?.name
    let isNews = false
    for (const name of lacking) {
      const [resource] = [name, stemInPath(name)].flatMap(
        (each) => namedResource(each, document, isOther) ?? [],
      )
      const any = schemaIn(document, { type: ['string', 'integer'] })
      const isSupplied =
        resource !== undefined && (await this.#supplyItem(operation, { name, resource, schema: any }))
      if (!isSupplied && (resource !== undefined || isReferenceName(name) || personalRoles.has(name)))
        continue
      // A name that a response shows is that of another item.
      const [shown] = identifiers.usual.has(name) ? [] : requests.guesses.shown(name, any)
      requests.asked.add(operation, name, shown ?? requests.value(any, { variant: 'full', hint: name }))
      isNews = true
    }
    return isNews
  }

  /**
   * Creates another item for a body to refer to, if an error response says that what the body would connect
   * is connected already, such as a user and a group.
   * @returns true if the body refers to another item than before.
   */
  async renew({ plan: { operation }, answer, binding }: Call): Promise<boolean> {
    const { supplies, sources } = this.#options
    const { operationId, resource } = operation
    const isConflict = resource?.role === 'create' && new Refusal(answer, operation).isAbout('conflict')
    if (!isConflict || this.#renewed.has(operationId)) return false
    const [naming] = supplies
      .namedBy(operation)
      .filter(({ slot, item }) => slot.location === 'body' && isOwnItem(item))
    if (naming === undefined) return false
    this.#renewed.add(operationId)
    const item = resultIfThere(
      await sources.made.createPlain(valuesTask(operation), naming.reference.resource),
    )
    if (item === undefined || !isOwnItem(item)) return false
    supplies.supply(operation, { ...naming, item })
    await supplies.alignWith(operation, binding)
    return true
  }

  /** Notes that a request succeeded. */
  accept({ operationId }: OperationDescriptor): void {
    this.#renewed.delete(operationId)
  }

  /** From now on, a property names an item that the run created. @returns false if there is none. */
  async #supplyItem(
    operation: OperationDescriptor,
    {
      name,
      resource,
      schema,
      refused,
    }: {
      readonly name: string
      readonly resource: ResourceDescriptor
      readonly schema: Schema
      /** The value that was rejected. */
      readonly refused?: unknown
    },
  ): Promise<boolean> {
    const { supplies, sources } = this.#options
    const by = valuesTask(operation)
    const shared = resultIfThere(await sources.shared.findFor(by, resource))
    const isRefused = shared !== undefined && boundItemId(shared.binding, resource)?.text === String(refused)
    // If the shared item is unavailable, perhaps because it waits for the item to which the body refers, or
    // if it is the one that was rejected, creates another one.
    const item =
      shared === undefined || isRefused ? resultIfThere(await sources.made.createPlain(by, resource)) : shared
    if (item === undefined || !isOwnItem(item)) return false
    const link = isLink(schema) ? linkToItem(item) : undefined
    const write = (text: string): unknown => link ?? writtenReferenceId(text, schema)
    supplies.supply(operation, {
      ...{ slot: { name, location: 'body' }, reference: { resource: item.resource, write }, item },
    })
    return true
  }
}

function isOwnItem({ binding, resource }: Item): boolean {
  return boundItemId(binding, resource)?.origin === 'created'
}

function keyOf({ operationId }: OperationDescriptor, name: string): string {
  return `${operationId} ${name}`
}

function isLink({ member: { keywords } }: Schema): boolean {
  return keywords.format?.toString().startsWith('uri') === true
}

/** The URL that an item shows of itself, with which other items refer to it. */
function linkToItem({ resource, binding, value }: Item): string | undefined {
  const path = resourceItemPath(resource).replace(/\{\+?([^{}]+)\}/g, (_, name: string) => {
    const text = boundPathValues(resourceItemPath(resource), binding)[name]?.text ?? ''
    return encodeURIComponent(text)
  })
  const texts = Object.values(isObject(value) ? value : {}).filter((text) => typeof text === 'string')
  return texts.find((text) => URL.canParse(text) && new URL(text).pathname.replace(/\/$/, '').endsWith(path))
}
