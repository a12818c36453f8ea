import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import {
  bindNamedItem,
  blankPath,
  extendBinding,
  namesOfTemplate,
  type PathBinding,
  pathTemplates,
  sourceOfRequests,
} from '../../data/document/path-binding.ts'
import { operationById } from '../../data/document/resource-lookup.ts'
import { itemsInAnswer } from '../../data/exchange/listed.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing, type Or } from '../../data/outcome/missing.ts'
import { configuredParameter, type Target } from '../../traffic/target/target.ts'
import { itemTask, type Task } from '../needs/run-plan.ts'
import type { ExpendableItems } from './expendable-items.ts'
import type { Identities } from './identity/identities.ts'
import { type Item, type ItemSources, succeededCall } from './item.ts'
import type { PathBindings } from './path-bindings.ts'

export interface ExistingItemsOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly bindings: PathBindings
  readonly expendable: ExpendableItems
  readonly identities: Identities
  readonly sources: ItemSources
  /** True for items that the run created. */
  readonly isMade: (item: Item) => boolean
}

/** Finds items that existed before the run. */
export class ExistingItems {
  readonly #options: ExistingItemsOptions

  constructor(options: ExistingItemsOptions) {
    this.#options = options
  }

  /** Returns the configured item or, if there is none, the first in the list. */
  async configuredOrListed(resource: ResourceDescriptor, whyNotCreated: Reason): Promise<Or<Item>> {
    const { document, target, bindings } = this.#options
    const { item = '' } = resource
    const last = pathTemplates(item).at(-1)
    const configured = last && configuredParameter(target, namesOfTemplate(last))
    const operation = document.operations.find(({ path }) => blankPath(path) === blankPath(item))
    if (configured === undefined || operation === undefined) return this.listed(resource, whyNotCreated)
    const above = await bindings.above(operation, { by: itemTask(resource) })
    if (above instanceof Missing) return above
    const binding = extendBinding(above, item, { text: configured, origin: 'configured' })
    return { resource, binding, value: undefined }
  }

  /** Returns the first item in the list that the user did not provide to be used up. */
  async listed(resource: ResourceDescriptor, whyNotCreated: Reason): Promise<Or<Item>> {
    const { document, sources } = this.#options
    const operation = operationById(document, resource.operations.list)
    if (operation === undefined) return new Missing(whyNotCreated)
    const call = succeededCall(await sources.answers.askFor(itemTask(resource), operation))
    if (call instanceof Missing) return call.why.kind === 'circular need' ? new Missing(whyNotCreated) : call
    const { answer, binding } = call
    const items = itemsInAnswer(operation, answer.value)
    const found = await this.#firstWithId(resource, items ?? [], binding)
    if (found === undefined)
      return new Missing({
        kind: 'none listed',
        because: whyNotCreated,
        operation: operation.operationId,
        shows: items === undefined ? 'no list' : items.length === 0 ? 'nothing' : 'nothing named',
      })
    const { id, value } = found
    const named = { text: id, origin: 'discovered', ...sourceOfRequests(answer.number) } as const
    return { resource, binding: bindNamedItem(binding, resource, { name: named, value }), value }
  }

  /** Returns the first item in the list that the run did not create; `undefined` if there is none. */
  async ofOthers(by: Task, resource: ResourceDescriptor): Promise<Item | undefined> {
    const { document, sources, identities, isMade } = this.#options
    const operation = operationById(document, resource.operations.list)
    if (operation === undefined || resource.item === undefined) return undefined
    const call = succeededCall(await sources.answers.askFor(by, operation))
    if (call instanceof Missing) return undefined
    const { answer, binding } = call
    for (const value of itemsInAnswer(operation, answer.value) ?? []) {
      const id = await identities.identify(resource, { value, above: binding })
      if (id === undefined) continue
      const named = { text: id, origin: 'discovered', ...sourceOfRequests(answer.number) } as const
      const item = { resource, binding: bindNamedItem(binding, resource, { name: named, value }), value }
      if (!isMade(item)) return item
    }
    return undefined
  }

  async #firstWithId(
    resource: ResourceDescriptor,
    items: readonly unknown[],
    above: PathBinding,
  ): Promise<{ readonly id: string; readonly value: unknown } | undefined> {
    const { identities, expendable } = this.#options
    for (const value of items) {
      const id = await identities.identify(resource, { value, above })
      if (id !== undefined && !expendable.has(resource, id)) return { id, value }
    }
    return undefined
  }
}
