import { blankPath, identifierInPath, resourceByName } from '@concordat/contract/document'
import { BoundedMap, type MapBound, rememberedByObject } from '@concordat/runtime/bounded'
import {
  type DocumentDescriptor,
  type OperationDescriptor,
  type ResourceDescriptor,
  successMedia,
} from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { HandlerAnswer } from '@concordat/runtime/server'
import { documentedExamples, type ResponseExamples } from '../document/examples.ts'
import { knownResourceMembers } from '../document/known-resource.ts'
import { shownItems } from '../document/shown-items.ts'
import { MockFiles } from '../files/mock-files.ts'
import { madeForAll } from '../values/for-all.ts'
import { Maker } from '../values/maker.ts'
import { withoutPlaceholders } from '../values/without-placeholders.ts'
import { Collection } from './collection.ts'
import { KnownResources } from './known-resources.ts'
import { type MockPathValues, membersFromPath } from './path-values.ts'
import { storedMockSize } from './room.ts'
import { givenAt, type MockData, SingleItems } from './single-items.ts'

interface WorldOptions {
  readonly document: DocumentDescriptor
  readonly seed: string
  readonly data: MockData
  /** Initial number of items in a list. */
  readonly items: number
  /** True if the initial items include the document's examples. */
  readonly showsExamples: boolean
  /** The document's examples of complete responses. */
  readonly examples: ResponseExamples
  /** Names in use, by resource; shared by all tenants' states. */
  readonly taken: Map<string, Set<string>>
}

interface Filling {
  /** The operation that lists the items, if they belong to no resource. */
  readonly listing?: OperationDescriptor
  /** The number of items, if it is not the usual one. */
  readonly only?: number
}

/** One tenant's state: collections and single items by path, and responses that may have to be repeated. */
export class World {
  readonly maker: Maker
  readonly document: DocumentDescriptor
  /** For each cursor in an earlier response, the index of the first item on its page. */
  readonly cursors = new Map<string, number>()
  /** Responses to requests with an idempotency key, by operation, path and key. */
  readonly repeatable = new BoundedMap<string, RepeatableAnswer>(REPEATABLE)
  readonly singles: SingleItems
  readonly files = new MockFiles()
  readonly resources: KnownResources
  readonly #options: WorldOptions
  readonly #collections = new Map<string, Collection>()
  /** For items that can be read but are in no list, the first name that was requested, by item path. */
  readonly #asked = new Map<string, string>()
  readonly #values = new Map<string, WeakMap<Schema, unknown>>()

  constructor(options: WorldOptions) {
    this.#options = options
    this.document = options.document
    this.maker = new Maker(options.document, options.seed)
    this.singles = new SingleItems(options.data, this.maker)
    this.resources = new KnownResources(options.document)
  }

  /** Approximate size of the items. */
  get size(): number {
    const items = [...this.#collections.values()].flatMap(({ items }) => items)
    const all = [...items, ...this.singles.all]
    return all.reduce((sum, { members }) => sum + storedMockSize(members), this.files.size)
  }

  /** The items that a list at a path shows. They belong to no resource. */
  listAt(path: string, { schema, list }: { schema: Schema; list: OperationDescriptor }): Collection {
    const found = this.#collections.get(path)
    if (found !== undefined) return found
    const resource: ResourceDescriptor = { name: path, collection: path, operations: {}, actions: [] }
    const inAll = knownResourceMembers(this.document, { views: [schema], list })
    const known = { resource, schema, idSchema: undefined, parameterSchema: undefined, names: [], inAll }
    const made = new Collection({
      ...{ path, known, maker: this.maker, above: {}, taken: this.#taken(resource) },
    })
    this.#collections.set(path, made)
    this.#fill(made, { listing: list })
    return made
  }

  /** The items of a resource at a path; `undefined` if a value for the path is missing. */
  collection(resource: ResourceDescriptor, pathValues: MockPathValues): Collection | undefined {
    const values = pathValues.withNamesAbove(resource, () => this.#ownNames(resource))
    const path = values.fill(resource.collection)
    if (path === undefined) return undefined
    const found = this.#collections.get(path)
    if (found !== undefined) return found
    const known = this.resources.known(resource)
    const made = new Collection({
      ...{ path, known, maker: this.maker, taken: this.#taken(resource) },
      above: membersFromPath(known, values, this.maker),
    })
    this.#collections.set(path, made)
    const given = givenAt(this.#options.data, { path, template: resource.collection })
    if (Array.isArray(given))
      for (const item of given) made.add(isObject(item) ? item : {}, { isSeeded: true })
    else this.#fill(made, this.#isSeeded(resource, pathValues) ? {} : { only: known.least ?? 0 })
    return made
  }

  /** The collections of a resource that have been used. */
  collectionsOf(resource: ResourceDescriptor): readonly Collection[] {
    return [...this.#collections.values()].filter(({ known }) => known.resource === resource)
  }

  /** True if another tenant has an item with the name, and this one has none. */
  isOfOthers(resource: ResourceDescriptor, name: string): boolean {
    const isTaken = this.#options.taken.get(resource.name)?.has(name) === true
    return isTaken && this.collectionsOf(resource).every((each) => each.get(name) === undefined)
  }

  /** Changes the numbers in the parent that count the items of a collection. */
  count({ known: { resource, counts = [] } }: Collection, pathValues: MockPathValues, change: number): void {
    const above = counts.length > 0 ? resourceByName(this.document, resource.parent?.name) : undefined
    if (above === undefined) return
    const name = pathValues.templates.find(({ key }) => key === blankPath(above.item ?? ''))
    const parent = this.collection(above, pathValues)?.called(name)
    for (const path of counts) parent?.count(path, change)
  }

  /**
   * True if a collection of this kind has an item with the name or, as long as no such collection has been
   * used, if such an item can be assumed to exist.
   * @param collection path of the collection, as in the document or with blank templates:
   * "/webhooks/{}/messages". `item` is the blank path of the requested item, which can be elsewhere:
   * "/messages/{}".
   */
  isNamed(
    collection: string,
    { text, item, isDeleted }: { readonly text: string; readonly item: string; readonly isDeleted: boolean },
  ): boolean {
    const kind = kindOf({ collection })
    const all = [...this.#collections.values()].filter(({ known }) => kindOf(known.resource) === kind)
    if (all.length > 0) return all.some((collection) => collection.isNamed(text))
    const alike = this.document.resources.filter((other) => kindOf(other) === kind)
    if (alike.some(({ name }) => this.#options.taken.get(name)?.has(text))) return false
    const isMethod = (wanted: string, isAt: (path: string) => boolean): boolean =>
      this.document.operations.some(({ method, path }) => method === wanted && isAt(blankPath(path)))
    const isReadable = isMethod('GET', (path) => path === item || path.startsWith(`${item}/`))
    if (!isReadable || isMethod('PUT', (path) => path === item)) return true
    const asked = this.#asked.get(item)
    if (asked !== undefined || isDeleted) return asked === text
    const taken = this.#taken({ name: item })
    if (taken.has(text)) return false
    taken.add(text)
    this.#asked.set(item, text)
    return true
  }

  /** The document's examples of an operation's success response, without those that its schema rejects. */
  shownBy(operation: OperationDescriptor): readonly unknown[] {
    const { examples, showsExamples } = this.#options
    const success = showsExamples ? successMedia(operation) : undefined
    if (success === undefined || success.media.stream !== undefined) return []
    const schema = this.maker.schema(success.media.schema)
    const { key, type: media } = success
    return Object.values(documentedExamples(examples, operation, { key, media }))
      .filter((value) => schema.allows(value))
      .map((value) => withoutPlaceholders(value, schema, this.maker))
  }

  /** Removes the single item at a path, and everything below the path. */
  remove(path: string): void {
    for (const key of this.#collections.keys()) if (key.startsWith(`${path}/`)) this.#collections.delete(key)
    this.singles.remove(path)
    this.files.remove(path)
  }

  /**
   * The generated value for a schema at a path; every call returns the same value.
   * @throws Unmakeable if no valid value can be generated.
   */
  valueAt(path: string, schema: Schema): unknown {
    const values = this.#values.get(path) ?? new WeakMap<Schema, unknown>()
    this.#values.set(path, values)
    if (!values.has(schema)) values.set(schema, this.maker.make(schema, 'value', 'example'))
    return values.get(schema)
  }

  /**
   * The names above the caller's own items, such as the owner of "/repos/{owner}/{repo}": those of the first
   * item in the document's examples or, if there is none, generated ones.
   */
  readonly #ownNames = rememberedByObject((resource: ResourceDescriptor): readonly string[] => {
    const known = this.resources.known(resource)
    const shownBy = (operation: OperationDescriptor) => this.shownBy(operation)
    const [shown] = shownItems(known, { document: this.document, shownBy, listing: undefined })
    return (resource.namesAbove ?? []).map((path) => {
      const made = this.maker.makeIfPossible(
        known.schema.at(path) ?? this.maker.schema(true),
        path.at(-1) ?? '',
      )
      return identifierInPath(valueAt(shown, path)) ?? identifierInPath(made) ?? String(this.maker.count())
    })
  })

  #taken({ name }: Pick<ResourceDescriptor, 'name'>): Set<string> {
    const taken = this.#options.taken.get(name) ?? new Set<string>()
    this.#options.taken.set(name, taken)
    return taken
  }

  /**
   * True if a collection starts with initial items. Below an item that a client created, only a collection to
   * which clients cannot add items does.
   */
  #isSeeded(resource: ResourceDescriptor, pathValues: MockPathValues): boolean {
    const { document } = this
    const above = resource.parent && resourceByName(document, resource.parent.name)
    const { create, replace } = resource.operations
    if (above === undefined || (create ?? replace) === undefined) return true
    const parents = this.collection(above, pathValues)
    const parent = pathValues.templates.find(({ key }) => key === blankPath(above.item ?? ''))
    return parents?.get(parent?.text ?? '')?.isSeeded ?? true
  }

  #fill(collection: Collection, { listing, only }: Filling): void {
    const { showsExamples, items: usual } = this.#options
    const items = only ?? usual
    const shownBy = (operation: OperationDescriptor) => this.shownBy(operation)
    const shown = shownItems(collection.known, { document: this.document, shownBy, listing }).slice(0, only)
    for (const example of shown)
      collection.add(isObject(example) ? example : {}, { isSeeded: true, value: example, example })
    for (let index = shown.length; index < items && !collection.isFull; index++) {
      const variant = index === 0 && showsExamples ? 'example' : 'full'
      const { schema, inAll } = collection.known
      const made = madeForAll(this.maker.makeIfPossible(schema, 'item', variant), {
        schema,
        inAll,
        maker: this.maker,
      })
      collection.add(isObject(made) ? made : {}, { isSeeded: true, value: made })
    }
  }
}

/**
 * The kind of items in a collection, from the end of its path: the same for "/user/repos" and
 * "/orgs/{org}/repos".
 */
function kindOf({ collection }: Pick<ResourceDescriptor, 'collection'>): string {
  return collection.slice(collection.lastIndexOf('/') + 1)
}

/** The response to a request with an idempotency key, kept to repeat it. */
interface RepeatableAnswer {
  /** The request's query and body, without the contents of files. */
  readonly request: string
  readonly answer: HandlerAnswer
  /** Approximate size of the key, the request and the response together. */
  readonly size: number
}

/** Limits of one tenant's repeatable responses. */
const REPEATABLE: MapBound<string, RepeatableAnswer> = {
  ...{ most: 1000, mostSize: 2 ** 24 },
  sizeOf: (_, { size }) => size,
}
