import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { asIdentifier } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { cameOf, extendBinding, idAt, type PathBinding } from '../../../data/document/path-binding.ts'
import { idOf, isNamedByPath, operationOf } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { itemShown } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsIn } from '../../../data/exchange/listed.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { hasText, textsOf } from '../../../data/exchange/texts.ts'
import { snakeCase, stemOf } from '../../../lexicon/lexicon.ts'
import { evaluate, producersOf } from '../../requests/link.ts'
import type { RequestFactory } from '../../requests/request-factory.ts'
import type { Middleware } from '../guard/guard-middleware.ts'
import { identifierCandidates } from './candidates.ts'
import { madeByWork } from './finished-work.ts'
import type { Identities } from './identities.ts'
import { itemsShown } from './shown-items.ts'

export interface CreatedNamesOptions {
  readonly document: DocumentDescriptor
  readonly requests: RequestFactory
  readonly middleware: Middleware
  readonly identities: Identities
}

/** A create that was answered with success. */
export interface Creation {
  readonly resource: ResourceDescriptor
  readonly plan: RequestPlan
  readonly answer: Answer
  /** Place above the item; where the path chose its name, with that. */
  readonly binding: PathBinding
}

/** Name of a created item in paths, and the item as far as a server showed it. */
export interface Named {
  readonly id: string
  readonly value: unknown
  /** The number of the answer that showed the name, where that of the create did not. */
  readonly shownBy?: number | undefined
}

/** Members of a body that are tried as the name that the client chose. */
const MAX_CHOSEN = 3

/** Finds out what a created item is called: servers say it in many ways, and some do not say it at all. */
export class CreatedNames {
  readonly #options: CreatedNamesOptions

  /** Names of resources that lists call as creates do. */
  readonly #confirmedOf = new Set<string>()

  constructor(options: CreatedNamesOptions) {
    this.#options = options
  }

  /**
   * One for each item that the request made: several where its body is a list, and none where nothing was in
   * it.
   */
  async findAll(creation: Creation): Promise<readonly (Named | undefined)[]> {
    const { plan, answer } = creation
    const { types } = schemaIn(this.#options.document, jsonBody(plan.operation)?.schema)
    if (!types.includes('array') || !Array.isArray(answer.value)) return [await this.find(creation)]
    const all: (Named | undefined)[] = []
    for (const value of answer.value as readonly unknown[]) {
      const id = await this.#identify(creation, value)
      all.push(id === undefined ? undefined : { id, value })
    }
    return all
  }

  /** Certain names come first, names that need a request last; `undefined` where nothing shows one. */
  async find(creation: Creation): Promise<Named | undefined> {
    const { resource, plan, answer, binding } = creation
    const isChosen = isNamedByPath(plan.operation, resource) || plan.operation.resource?.role === 'replace'
    const chosen = isChosen ? idAt(binding, resource)?.text : undefined
    if (chosen !== undefined) {
      const own = [...itemsShown(answer.value)].find((value) => idOf(resource, value) === chosen)
      return { id: chosen, value: own ?? answer.value }
    }
    const located = this.#located(creation, answer.headers.get('location'))
    return (
      located.certain ??
      this.#linked(creation) ??
      (await this.#madeByWork(creation)) ??
      this.#assigned(creation) ??
      (await this.#confirmed(creation, await this.#shown(creation))) ??
      located.likely ??
      (await this.#alone(creation)) ??
      (await this.#chosenInBody(creation)) ??
      (await this.#listed(creation))
    )
  }

  /**
   * The last segment of a Location below the collection is the name; elsewhere it is only likely to be. A
   * Location that names the collection names no item.
   * @see RFC 9110, 10.2.2
   */
  #located(
    { resource, answer }: Creation,
    text: string | null,
  ): { readonly certain?: Named; readonly likely?: Named } {
    const location = URL.parse(text ?? '', answer.exchange.request.url)
    const [parent, last] = location?.pathname.replace(/\/$/, '').split('/').slice(-2) ?? []
    const collection = resource.collection.split('/').at(-1)
    if (text === null || !last || last === collection) return {}
    const named = { id: decodeURIComponent(last), value: answer.value }
    if (parent !== collection) return { likely: named }
    this.#options.identities.learn(resource, answer.value, named.id)
    return { certain: named }
  }

  /** Name of what accepted work made in the end. */
  async #madeByWork(creation: Creation): Promise<Named | undefined> {
    const { plan, answer, binding } = creation
    const { requests, middleware } = this.#options
    const made = await madeByWork(answer, (link) =>
      middleware.send({
        ...{ ...requests.bare(plan.operation, binding), ...readerOf(plan), method: 'GET', link },
        sources: [{ location: 'link', name: '', text: link, ...cameOf(answer.number) }],
      }),
    )
    const { certain } = made === undefined ? {} : this.#located(creation, made.location)
    return certain && { ...certain, shownBy: made?.by.number }
  }

  /** Name that the document's links take from the answer for a path of the item. */
  #linked({ resource, plan, answer }: Creation): Named | undefined {
    const { document } = this.#options
    const { idParameter: name = '', operations } = resource
    const users = [operations.read, operations.delete, operations.update, operations.replace]
    for (const user of users.map((operationId) => operationOf(document, operationId))) {
      const producers = user === undefined ? [] : producersOf(document, user, { name, location: 'path' })
      const own = producers.find(({ operation }) => operation.operationId === plan.operation.operationId)
      const id = own && asIdentifier(evaluate(own, { plan, answer }))
      if (id === undefined) continue
      this.#options.identities.learn(resource, answer.value, id)
      return { id, value: answer.value }
    }
    return undefined
  }

  /**
   * Name that has to be sent under the very name that paths have for the item, if the answer itself has none:
   * the role that is given to a group by "role_id" stands at "/groups/{group_id}/roles/{role_id}", and the
   * answer shows both.
   */
  #assigned({ resource, plan, answer }: Creation): Named | undefined {
    const { idParameter = '' } = resource
    const { required } = schemaIn(this.#options.document, jsonBody(plan.operation)?.schema)
    const member = [...required].find((name) => snakeCase(name) === snakeCase(idParameter))
    const isReference = member !== undefined && stemOf(member) !== '' && stemOf(member) !== snakeCase(member)
    if (!isReference || !isObject(answer.value) || idOf(resource, answer.value) !== undefined)
      return undefined
    const id = asIdentifier(memberOf(plan.body?.value, member))
    return id === undefined ? undefined : { id, value: answer.value }
  }

  async #shown(creation: Creation): Promise<Named | undefined> {
    for (const value of this.#likeliestFirst(creation)) {
      const id = await this.#identify(creation, value)
      if (id !== undefined) return { id, value }
    }
    return undefined
  }

  /** The document's own item comes first: the files of a commit, and not its author. */
  #likeliestFirst({ resource, plan, answer }: Creation): readonly unknown[] {
    const item = itemShown(resource, plan.operation, answer.value)
    return [...new Set([item, ...itemsShown(answer.value)])].filter(isObject)
  }

  /**
   * Where nothing reads an item, its list says what it is called: a create may answer a part of it, its first
   * version, which has an id of its own.
   */
  async #confirmed(creation: Creation, shown: Named | undefined): Promise<Named | undefined> {
    const { name, operations } = creation.resource
    if (shown === undefined || operations.read !== undefined || this.#confirmedOf.has(name)) return shown
    const listed = await this.#listed(creation)
    if (listed?.id === shown.id) this.#confirmedOf.add(name)
    return listed ?? shown
  }

  /** An answer that is a text or a number may be the name alone. */
  async #alone(creation: Creation): Promise<Named | undefined> {
    const id = asIdentifier(creation.answer.value)
    return id === undefined ? undefined : this.#read(creation, id)
  }

  /** A name that the request gave. */
  async #chosenInBody(creation: Creation): Promise<Named | undefined> {
    const { resource, plan } = creation
    const candidates = identifierCandidates(this.#options.document, resource, plan.body?.value)
    for (const { text } of candidates.slice(0, MAX_CHOSEN)) {
      const found = await this.#read(creation, text)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The item of the list that has what only this request said. */
  async #listed(creation: Creation): Promise<Named | undefined> {
    const { resource, plan, answer, binding } = creation
    const { document, requests, middleware } = this.#options
    const list = operationOf(document, resource.operations.list)
    const texts = new Set(textsOf(plan.body?.value))
    if (list === undefined || texts.size === 0) return undefined
    const isList = Array.isArray(answer.value) && answer.value.length > 1
    const listed = isList
      ? answer
      : await middleware.send({ ...requests.best(list, binding), ...readerOf(plan) })
    const items = isSuccess(listed) ? (isList ? itemsIn({}, listed.value) : itemsIn(list, listed.value)) : []
    const value = items?.findLast((item) => hasText(item, texts))
    const id = value === undefined ? undefined : await this.#identify(creation, value)
    return id === undefined ? undefined : { id, value, shownBy: listed.number }
  }

  #identify({ resource, plan, binding }: Creation, value: unknown): Promise<string | undefined> {
    return this.#options.identities.identify(resource, { value, above: binding, ...readerOf(plan) })
  }

  /** The item under this name, where it can be read. */
  async #read({ resource, plan, binding: above }: Creation, id: string): Promise<Named | undefined> {
    const { document, requests, middleware } = this.#options
    const read = operationOf(document, resource.operations.read)
    if (read === undefined) return undefined
    const binding = extendBinding(above, resource.item ?? '', { text: id, origin: 'discovered' })
    const answer = await middleware.send({ ...requests.best(read, binding), ...readerOf(plan) })
    return isSuccess(answer) ? { id, value: answer.value, shownBy: answer.number } : undefined
  }
}

/** Caller who reads what a request made: items of another tenant are shown to nobody else. */
function readerOf({ authentication }: RequestPlan): Pick<RequestPlan, 'authentication'> {
  return authentication?.kind === 'another tenant' ? { authentication } : {}
}
