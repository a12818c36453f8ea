import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { identifierInPath, itemIdOf, itemNameOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import {
  bindNamedItem,
  boundItemId,
  type PathBinding,
  sourceOfRequests,
} from '../../../data/document/path-binding.ts'
import {
  createsInTree,
  isNamedByPath,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { itemAtDocumentedPlace } from '../../../data/document/shown.ts'
import { type Answer, answerWorkHeader, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { hasUniqueText, uniqueTexts } from '../../../data/exchange/texts.ts'
import { ENVELOPE_DEPTH, isOnlyOutcomeTold, snakeCase, stemOf } from '../../../lexicon/lexicon.ts'
import { evaluateLink, linkProducers } from '../../requests/link.ts'
import type { RequestFactory } from '../../requests/request-factory.ts'
import type { Middleware } from '../guard/middleware.ts'
import { identifierCandidates } from './candidates.ts'
import { nameMadeByWork } from './finished-work.ts'
import type { Identities } from './identities.ts'

export interface CreatedNamesOptions {
  readonly document: DocumentDescriptor
  readonly requests: RequestFactory
  readonly middleware: Middleware
  readonly identities: Identities
}

/** A successful create. */
export interface Creation {
  readonly resource: ResourceDescriptor
  readonly plan: RequestPlan
  readonly answer: Answer
  /** The path binding above the item. It includes the item's name if the request's path contains it. */
  readonly binding: PathBinding
}

/** The name of a created item in paths, and the item as the server showed it. */
export interface Named {
  readonly id: string
  readonly value: unknown
  /** The number of the response that showed the name, if it is not the response to the create. */
  readonly shownBy?: number | undefined
}

/** Maximum number of body properties that are tried as the item's name, in case the client chose it. */
const MAX_CHOSEN = 3

/** Finds the name of a created item. Servers return it in many ways, and some do not return it at all. */
export class CreatedNames {
  readonly #options: CreatedNamesOptions

  /** Names of resources for which the list and the create are known to show the same name of an item. */
  readonly #confirmedOf = new Set<string>()
  /** Operations whose body named work that did not say what it made, so that it is not read again. */
  readonly #workWithoutItem = new Set<string>()

  constructor(options: CreatedNamesOptions) {
    this.#options = options
  }

  /**
   * Finds the name of each item that the request created. If the request's body can be a list and the
   * response is a list, returns one result for each entry of the response.
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

  /**
   * Finds a created item's name, trying the most reliable sources first; `undefined` if no source shows it.
   */
  async find(creation: Creation): Promise<Named | undefined> {
    const named = await this.#find(creation)
    const { resource, plan, binding } = creation
    const above = createsInTree(plan.operation, resource) ? boundItemId(binding, resource)?.text : undefined
    // In a tree, a response can show the last part of the name alone.
    return named === undefined || !above || named.id.startsWith(`${above}/`)
      ? named
      : { ...named, id: `${above}/${named.id}` }
  }

  async #find(creation: Creation): Promise<Named | undefined> {
    const { resource, plan, answer, binding } = creation
    const isChosen = isNamedByPath(plan.operation, resource) || plan.operation.resource?.role === 'replace'
    const chosen = isChosen ? boundItemId(binding, resource)?.text : undefined
    if (chosen !== undefined) {
      const own = [...createdItemCandidates(answer.value)].find(
        (value) => itemIdOf(resource, value) === chosen,
      )
      return { id: chosen, value: own ?? answer.value }
    }
    const located = this.#located(creation, answer.headers.get('location'))
    return (
      this.#connected(creation) ??
      located.certain ??
      this.#linked(creation) ??
      (await this.#madeByWork(creation)) ??
      this.#assigned(creation) ??
      this.#called(creation) ??
      (await this.#confirmed(creation, await this.#shown(creation))) ??
      located.likely ??
      (await this.#alone(creation)) ??
      (await this.#chosenInBody(creation)) ??
      (await this.#listed(creation))
    )
  }

  /**
   * Returns the name that the body has under the name of the path parameter, if the response shows the parent
   * item: `{ role_id: 7 }`, sent to "/groups/{id}/roles", connects a group with a role.
   */
  #connected({ resource, plan, answer, binding }: Creation): Named | undefined {
    const { idParameter = '', parent: above } = resource
    const parent = resourceByName(this.#options.document, above?.name)
    const members = Object.entries(isObject(plan.body?.value) ? plan.body.value : {})
    const isMeant = ([name]: readonly [string, unknown]) => stemOf(name) === stemOf(idParameter)
    const sent = identifierInPath(members.find(isMeant)?.[1])
    if (parent === undefined) return undefined
    const shown = itemIdOf(parent, answer.value)
    const isOfParent = shown !== undefined && shown === boundItemId(binding, parent)?.text
    return sent !== undefined && isOfParent && stemOf(idParameter) !== ''
      ? { id: sent, value: undefined }
      : undefined
  }

  /**
   * Returns the name in a Location. Below the collection, its last segment is certainly the name; elsewhere,
   * it is only likely to be. A Location that leads to the collection names no item.
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

  /** Returns the name of the item that work accepted with a 202 eventually created. */
  async #madeByWork(creation: Creation): Promise<Named | undefined> {
    const { plan, answer, binding } = creation
    const { document, requests, middleware } = this.#options
    const { operationId } = plan.operation
    if (this.#workWithoutItem.has(operationId)) return undefined
    const made = await nameMadeByWork(answer, {
      ...{ operation: plan.operation, document },
      look: (link) =>
        middleware.send({
          ...{ ...requests.bare(plan.operation, binding), ...readerOf(plan), method: 'GET', link },
          sources: [{ location: 'link', name: '', text: link, ...sourceOfRequests(answer.number) }],
        }),
    })
    const { certain } = made === undefined ? {} : this.#located(creation, made.location)
    if (certain === undefined && answerWorkHeader(answer) === undefined)
      this.#workWithoutItem.add(operationId)
    return certain && { ...certain, shownBy: made?.by.number }
  }

  /**
   * Returns the item's name from the response, if one of the document's links uses it in a request for the
   * item.
   */
  #linked({ resource, plan, answer }: Creation): Named | undefined {
    const { document } = this.#options
    const { idParameter: name = '', operations } = resource
    const users = [operations.read, operations.delete, operations.update, operations.replace]
    for (const user of users.map((operationId) => operationById(document, operationId))) {
      const producers = user === undefined ? [] : linkProducers(document, user, { name, location: 'path' })
      const own = producers.find(({ operation }) => operation.operationId === plan.operation.operationId)
      const id = own && identifierInPath(evaluateLink(own, { plan, answer }))
      if (id === undefined) continue
      this.#options.identities.learn(resource, answer.value, id)
      return { id, value: answer.value }
    }
    return undefined
  }

  /**
   * Returns the name that was sent in a property with the name of the item's path parameter, if no property
   * of the response is known to be the name. For example, the role assigned to a group with "role_id" is at
   * "/groups/{group_id}/roles/{role_id}".
   */
  #assigned({ resource, plan, answer }: Creation): Named | undefined {
    const { idParameter = '' } = resource
    const { required } = schemaIn(this.#options.document, jsonBody(plan.operation)?.schema)
    const member = [...required].find((name) => snakeCase(name) === snakeCase(idParameter))
    const isReference = member !== undefined && stemOf(member) !== '' && stemOf(member) !== snakeCase(member)
    if (!isReference || !isObject(answer.value) || itemIdOf(resource, answer.value) !== undefined)
      return undefined
    const id = identifierInPath(memberOf(plan.body?.value, member))
    return id === undefined ? undefined : { id, value: answer.value }
  }

  /**
   * Returns the name that was sent in the query parameter that also names the item in other operations, if
   * the response shows no item.
   */
  #called(creation: Creation): Named | undefined {
    const { resource, plan, answer } = creation
    const id = identifierInPath(plan.query?.[resource.idParameter ?? ''])
    const isShown = this.#likeliestFirst(creation).length > 0
    return id === undefined || isShown ? undefined : { id, value: answer.value }
  }

  async #shown(creation: Creation): Promise<Named | undefined> {
    for (const value of this.#likeliestFirst(creation)) {
      const id = await this.#identify(creation, value)
      if (id !== undefined) return { id, value }
    }
    return undefined
  }

  /**
   * Returns the objects in a response that can be the item, beginning with the one that is the item according
   * to the document.
   */
  #likeliestFirst({ resource, plan, answer }: Creation): readonly unknown[] {
    const item = itemAtDocumentedPlace(resource, plan.operation, answer.value)
    return [...new Set([item, ...createdItemCandidates(answer.value)])]
      .filter(isObject)
      .filter((value) => Object.keys(value).length > 0 && !isOnlyOutcomeTold(value))
      .filter((value) => !isOther(value, { resource, plan, answer }))
  }

  /**
   * Confirms the name with the list if no operation reads an item. The response to a create can contain only
   * a part of the item, such as its first version, which has a separate id.
   */
  async #confirmed(creation: Creation, shown: Named | undefined): Promise<Named | undefined> {
    const { name, operations } = creation.resource
    if (shown === undefined || operations.read !== undefined || this.#confirmedOf.has(name)) return shown
    const listed = await this.#listed(creation)
    if (listed?.id === shown.id) this.#confirmedOf.add(name)
    return listed ?? shown
  }

  /**
   * Returns the whole response, in JSON or as plain text, as the name if it is a string or number with which
   * the item can be read.
   */
  async #alone(creation: Creation): Promise<Named | undefined> {
    const { value, text, mediaType } = creation.answer
    const isWord = mediaType === 'text/plain' && /^\S{1,200}$/.test(text.trim())
    const id = identifierInPath(value ?? (isWord ? text.trim() : undefined))
    return id === undefined ? undefined : this.#read(creation, id)
  }

  /** Finds the name in the request. */
  async #chosenInBody(creation: Creation): Promise<Named | undefined> {
    const { resource, plan } = creation
    const candidates = identifierCandidates(this.#options.document, resource, plan.body?.value)
    for (const { text } of candidates.slice(0, MAX_CHOSEN)) {
      const found = await this.#read(creation, text)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Finds the item in the list by values that only this request sent. */
  async #listed(creation: Creation): Promise<Named | undefined> {
    const { resource, plan, answer, binding } = creation
    const { document, requests, middleware } = this.#options
    const list = operationById(document, resource.operations.list)
    const texts = new Set(uniqueTexts(plan.body?.value))
    if (list === undefined || texts.size === 0) return undefined
    const isList = Array.isArray(answer.value) && answer.value.length > 1
    const listed = isList
      ? answer
      : await middleware.send({ ...requests.best(list, binding), ...readerOf(plan) })
    const items = isSuccess(listed)
      ? isList
        ? itemsInAnswer({}, listed.value)
        : itemsInAnswer(list, listed.value)
      : []
    const value = items?.findLast((item) => hasUniqueText(item, texts))
    const id = value === undefined ? undefined : await this.#identify(creation, value)
    return id === undefined ? undefined : { id, value, shownBy: listed.number }
  }

  #identify({ resource, plan, binding }: Creation, value: unknown): Promise<string | undefined> {
    return this.#options.identities.identify(resource, { value, above: binding, ...readerOf(plan) })
  }

  /** Returns the item with this name, if it can be read. */
  async #read(
    { resource, plan, answer: made, binding: above }: Creation,
    id: string,
  ): Promise<Named | undefined> {
    const { document, requests, middleware } = this.#options
    const read = operationById(document, resource.operations.read)
    if (read === undefined) return undefined
    const name = { text: id, origin: 'discovered' } as const
    const binding = bindNamedItem(above, resource, { name, value: made.value })
    const answer = await middleware.send({ ...requests.best(read, binding), ...readerOf(plan) })
    return isSuccess(answer) ? { id, value: answer.value, shownBy: answer.number } : undefined
  }
}

/**
 * Returns the authentication for a read of a created item, because another tenant's items are visible only to
 * that tenant.
 */
function readerOf({ authentication }: RequestPlan): Pick<RequestPlan, 'authentication'> {
  return authentication?.kind === 'another tenant' ? { authentication } : {}
}

/**
 * Generates the parts of a create's response that may be the item: the whole response, the only element of a
 * list, or the content of an envelope.
 */
function* createdItemCandidates(answer: unknown, depth = 0): Generator<unknown> {
  const value: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer
  if (isObject(value)) yield value
  if (!isObject(value) || depth === ENVELOPE_DEPTH) return
  for (const member of Object.values(value)) yield* createdItemCandidates(member, depth + 1)
}

/**
 * True for an item that a response lists although another name was sent: the response to a new label can list
 * all labels of its parent, but omit the new one.
 */
function isOther(
  value: object,
  { resource, plan, answer }: Pick<Creation, 'resource' | 'plan' | 'answer'>,
): boolean {
  const lists = isObject(answer.value)
    ? Object.values(answer.value).filter((each) => Array.isArray(each))
    : []
  const path = itemNameOf(resource)?.path
  const sent = path && valueAt(plan.body?.value, path)
  if (typeof sent !== 'string' || !lists.some((list) => list.includes(value))) return false
  return path !== undefined && valueAt(value, path) !== sent
}
