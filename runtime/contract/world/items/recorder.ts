import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { identifierInPath, itemIdOf } from '../../data/document/identifier.ts'
import {
  bindNamedItem,
  blankPath,
  boundItemId,
  boundPathValues,
  extendBinding,
  isOwnValue,
  keysAboveItem,
  type PathBinding,
  pathTemplates,
  sourceOfRequests,
  type Template,
} from '../../data/document/path-binding.ts'
import {
  isDocumentedRestore,
  isTemplateOfOwnItem,
  operationById,
  resourceByName,
} from '../../data/document/resource-lookup.ts'
import { documentedResponseFor } from '../../data/document/response-key.ts'
import { itemAtDocumentedPlace } from '../../data/document/shown.ts'
import { isSuccess } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { hasUniqueText } from '../../data/exchange/texts.ts'
import type { Tell } from '../../data/outcome/run-event.ts'
import { identifiers, newNames } from '../../lexicon/lexicon.ts'
import type { RequestFactory } from '../requests/request-factory.ts'
import type { CreatedItems } from './clean-up/created-items.ts'
import type { Middleware } from './guard/middleware.ts'
import type { CreatedNames, Named } from './identity/created-names.ts'
import type { SentNames } from './identity/sent-names.ts'
import type { Call, Item } from './item.ts'
import type { SettledReads } from './middleware/settled-reads.ts'

export interface RecorderOptions {
  readonly document: DocumentDescriptor
  readonly middleware: Middleware
  readonly settled: Pick<SettledReads, 'noteMade'>
  /** Receives the items that requests create, and notes those that they remove. */
  readonly made: CreatedItems
  readonly tell: Tell
  readonly requests: RequestFactory
  readonly names: CreatedNames
  readonly wasThere: WasThere
  /** Receives the unique names in requests. */
  readonly sent: SentNames
}

/**
 * Returns true if a list showed an item with this name before the run created anything. If the response to a
 * create contains such a name, the server found the item instead of creating it.
 */
export type WasThere = (resource: ResourceDescriptor, id: string) => boolean

const ACCEPTED = 202
const ABSENT = 404

/**
 * Sends requests, and notes their effects on items. Whichever rule sends a request, created items are removed
 * at the end, and deleted items are not removed again.
 */
export class Recorder {
  readonly #options: RecorderOptions

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Sends a request once, whatever the status of the response. @throws NotRun if it is not permitted. */
  async send(plan: RequestPlan, binding: PathBinding): Promise<Call> {
    this.#options.sent.note(plan)
    const answer = await this.#options.middleware.send(plan)
    const call = { plan, answer, binding }
    const created = await this.#record(call)
    return { ...call, ...created }
  }

  /**
   * Notes the effect that a successful request had on an item.
   * @returns The created item; empty if there is none, or if its name is unknown.
   */
  async #record(call: Call): Promise<Pick<Call, 'created' | 'isFoundAgain'>> {
    const { plan, answer, binding } = call
    const { operation, method = operation.method } = plan
    const resource = resourceByName(this.#options.document, operation.resource?.name)
    if (resource === undefined || !isSuccess(answer) || method !== operation.method) return {}
    this.#noteSeen(resource, call)
    if (isDocumentedRestore(operation)) this.#noteRestored(call)
    this.#noteRenamed(resource, call)
    if (!isNew(operation, resource, binding)) return {}
    const [made] = await this.#madeBy(resource, call)
    if (made === undefined || answer.status !== ACCEPTED) return made ?? {}
    return { ...made, created: await this.#onceThere(made.created) }
  }

  /**
   * Reads an item whose creation was only accepted (202). The item might not exist until a moment later, and
   * no write to it may be sent before then.
   * @see RFC 9110, 15.3.3
   */
  async #onceThere(item: Item): Promise<Item> {
    const { document, requests, middleware } = this.#options
    const read = operationById(document, item.resource.operations.read)
    const answer = read && (await middleware.send(requests.best(read, item.binding)))
    return answer !== undefined && isSuccess(answer) ? { ...item, value: answer.value } : item
  }

  /**
   * Notes that a request proved that the item existed, so that its later absence proves that it is gone.
   * Forgets an item that was removed.
   */
  #noteSeen({ item: path }: ResourceDescriptor, { plan, binding }: Call): void {
    const { made, document } = this.#options
    const { operation } = plan
    const { role } = operation.resource ?? {}
    const alias = removedBy(operation, document)
    const isTelling =
      role === 'read' || role === 'delete' || alias !== undefined || tellsOfItem(operation, path)
    if (path === undefined || !isTelling) return
    const value = alias && binding.get(alias.key)
    const at = value === undefined ? binding : extendBinding(binding, path, value)
    // A DELETE below an item is excluded, because it removes only a part of the item:
    // "/series/{id}/episodes".
    if (role === 'delete' || alias !== undefined)
      made.forget(path, { binding: at, isOthers: isByOther(plan) })
    made.see(path, at)
  }

  /** Notes that a change renamed the item, as the response shows, or to the new name that was sent. */
  #noteRenamed(resource: ResourceDescriptor, { plan: { operation, body }, answer, binding }: Call): void {
    const { made, wasThere } = this.#options
    const { role } = operation.resource ?? {}
    const isChange = role === 'update' || role === 'replace' || role === 'action'
    if (resource.item === undefined || !isChange) return
    const before = boundItemId(binding, resource)
    const shown = itemAtDocumentedPlace(resource, operation, answer.value) ?? answer.value
    // A POST to the item's own path can have the new name as the item has it.
    const isAtItem = blankPath(operation.path) === blankPath(resource.item)
    const said = role !== 'action' ? shown : isAtItem ? body?.value : undefined
    const name = itemIdOf(resource, said) ?? newNameIn(body?.value)
    const isAsked = name !== undefined && hasUniqueText(body?.value, new Set([name]))
    if (before?.origin !== 'created' || !isAsked || name === before.text || wasThere(resource, name)) return
    made.rename(resource.item, { binding, name })
  }

  /** Notes that an item that the run removed and then restored must be removed again. */
  #noteRestored({ plan, binding, answer }: Call): void {
    const { made, document } = this.#options
    for (const { item } of document.resources) {
      const isNamed = item !== undefined && pathTemplates(item).every(({ key }) => binding.has(key))
      if (isNamed && made.isGone(item, binding))
        made.remember(item, { binding, value: answer.value, isOthers: isByOther(plan) })
    }
  }

  /** Notes each item that a create produced, for the clean-up. */
  async #madeBy(
    resource: ResourceDescriptor,
    { plan, answer, binding }: Call,
  ): Promise<readonly Required<Pick<Call, 'created'>>[]> {
    const { document, made, tell, requests, names, settled, wasThere } = this.#options
    const { item: path, operations } = resource
    const list = operationById(document, operations.list)
    if (list !== undefined) requests.supplied.scope(list, plan)
    const found = path === undefined ? [undefined] : await names.findAll({ resource, plan, answer, binding })
    return found.flatMap((named) => {
      const bound = named && this.#bound(resource, named, { answer, binding })
      if (path === undefined || bound === undefined || named === undefined || wasThere(resource, named.id)) {
        const { pathname } = new URL(answer.exchange.request.url)
        tell({ kind: 'unnamed', request: `${plan.operation.method} ${pathname}`, list: operations.list })
        if (named !== undefined) requests.bodies.excludeExamplesOf([plan.body?.value], plan.operation)
        return []
      }
      const item = { resource, binding: bound, value: named.value }
      const isOthers = isByOther(plan) && !standsBelowOwn(path, binding)
      const isUnknown = made.remember(path, { ...item, isOthers })
      if (!isOthers) settled.noteMade(path, boundPathValues(path, item.binding))
      return [{ created: item, ...(!isUnknown && { isFoundAgain: true as const }) }]
    })
  }

  /**
   * The path binding of a created item; `undefined` if its path also contains a value that the item does not
   * show.
   */
  #bound(
    resource: ResourceDescriptor,
    { id, value, shownBy }: Named,
    { answer, binding }: Pick<Call, 'answer' | 'binding'>,
  ): PathBinding | undefined {
    const name = { text: id, origin: 'created', ...sourceOfRequests(answer.number, shownBy) } as const
    const bound = bindNamedItem(binding, resource, { name, value })
    return keysAboveItem(resource).every((key) => bound.has(key)) ? bound : undefined
  }
}

/**
 * True for an operation on an item, or below it, that would return 404 if the item did not exist, so that its
 * success proves that the item exists.
 */
function tellsOfItem(operation: OperationDescriptor, item: string | undefined): boolean {
  if (item === undefined || documentedResponseFor(operation, ABSENT) === undefined) return false
  return `${blankPath(operation.path)}/`.startsWith(`${blankPath(item)}/`)
}

/**
 * Returns the template of the item that a DELETE at another path removes: "/boats/delete/{id}", or
 * "/boats/{id}/batchDelete" as the address of a request that identifies the item elsewhere.
 */
function removedBy(operation: OperationDescriptor, document: DocumentDescriptor): Template | undefined {
  const { method, path, addressed, resource: own } = operation
  const resource = resourceByName(document, own?.name)
  if (method !== 'DELETE' || own?.role !== 'action' || resource === undefined) return undefined
  const [last, ...above] = pathTemplates(path).toReversed()
  const isWhole = path.endsWith('}') || addressed !== undefined
  const isOne = above.length === pathTemplates(resource.collection).length && isWhole
  return last !== undefined && isOne && isTemplateOfOwnItem(document, operation, last) ? last : undefined
}

/** The only new name in a request: `new_name`. It is the item's own once the request succeeded. */
function newNameIn(body: unknown): string | undefined {
  const [name, ...others] = Object.entries(isObject(body) ? body : {}).flatMap(([member, value]) =>
    newNames.has(member) && identifiers.calling.has(member) ? (identifierInPath(value) ?? []) : [],
  )
  return others.length > 0 ? undefined : name
}

function isByOther({ authentication }: RequestPlan): boolean {
  return authentication?.kind === 'another tenant'
}

/** True if a successful request created an item, as a PUT to an unused name does. @see RFC 9110, 9.3.4 */
function isNew(
  { resource: own }: OperationDescriptor,
  resource: ResourceDescriptor,
  binding: PathBinding,
): boolean {
  if (own?.role === 'create') return true
  return (
    own?.role === 'replace' &&
    resource.item !== undefined &&
    boundItemId(binding, resource)?.origin === 'unknown'
  )
}

/** True if an item's path contains an ancestor that the run created, or that was provided to it. */
function standsBelowOwn(path: string, binding: PathBinding): boolean {
  return pathTemplates(path)
    .slice(0, -1)
    .some(({ key }) => isOwnValue(binding.get(key)))
}
