import {
  type DocumentDescriptor,
  followingPage,
  isPaged,
  type OperationDescriptor,
  type ResourceDescriptor,
} from '@concordat/runtime/http'
import { itemIdOf } from '../../data/document/identifier.ts'
import {
  boundItemName,
  namesOfTemplate,
  type PathBinding,
  pathTemplates,
  textsBoundInPath,
} from '../../data/document/path-binding.ts'
import { operationById } from '../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../data/exchange/listed.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing } from '../../data/outcome/missing.ts'
import { configuredParameter, EXPENDABLE_VARIABLE, type Target } from '../../traffic/target/target.ts'
import { itemTask } from '../needs/run-plan.ts'
import { Refusal } from '../refusal/refusal.ts'
import type { Item } from './item.ts'
import type { Sender } from './sender.ts'

export interface ExpendableItemsOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly sender: Sender
}

/**
 * Items that the user provided to be used up. Each one that exists is returned at most once, in the given
 * order for each resource, and may then be changed or deleted.
 */
export class ExpendableItems {
  readonly #options: ExpendableItemsOptions
  readonly #all: readonly Item[]
  readonly #waiting: Item[]
  /** Number of items that were returned, keyed by resource name. */
  readonly #used = new Map<string, number>()
  readonly #absent = new Map<string, number>()

  /** @throws RangeError for a path that names no item, and for an item that is also configured to be read. */
  constructor(options: ExpendableItemsOptions) {
    this.#options = options
    this.#all = (options.target.expendable ?? []).map((path) => handedOver(path, options))
    this.#waiting = [...this.#all]
  }

  /** Returns the next existing item; `undefined` if none is left. */
  async take(resource: ResourceDescriptor): Promise<Item | undefined> {
    const index = this.#waiting.findIndex((item) => item.resource === resource)
    const [item] = index < 0 ? [] : this.#waiting.splice(index, 1)
    if (item === undefined) return undefined
    const shown = await this.#look(item)
    const counts = shown === undefined ? this.#absent : this.#used
    counts.set(resource.name, (counts.get(resource.name) ?? 0) + 1)
    return shown ?? this.take(resource)
  }

  /** True if an item with this name is going to be used up, so that nothing else should rely on it. */
  has(resource: ResourceDescriptor, id: string): boolean {
    return this.#all.some((item) => item.resource === resource && boundItemName(item) === id)
  }

  /**
   * Explains why there is no item. Names the setting that would provide one if nothing else can, or if the
   * items provided so far do not suffice.
   */
  unlessHandedOver(resource: ResourceDescriptor, because: Reason): Reason {
    const { name, item } = resource
    if (item === undefined || this.#options.target.readOnly === true) return because
    const [used, absent] = [this.#used.get(name) ?? 0, this.#absent.get(name) ?? 0]
    if (used + absent === 0 && resource.operations.create !== undefined) return because
    return { kind: 'none handed over', because, item, used, absent, setting: EXPENDABLE_VARIABLE }
  }

  /** Returns the item with its value if an operation reads it; `undefined` if the item does not exist. */
  async #look(item: Item): Promise<Item | undefined> {
    const { document, sender } = this.#options
    const { read, list } = item.resource.operations
    const by = operationById(document, read ?? list)
    if (by === undefined) return item
    const call = await sender.callAt(by, item.binding, { by: itemTask(item.resource) })
    if (call instanceof Missing) return item
    const { answer } = call
    if (new Refusal(answer, by).mayBeAbout('absence')) return undefined
    if (!isSuccess(answer)) return item
    if (read !== undefined) return { ...item, value: answer.value }
    const items = itemsInAnswer(by, answer.value)
    if (items === undefined) return item
    const value = items.find((other) => itemIdOf(item.resource, other) === boundItemName(item))
    if (value !== undefined) return { ...item, value }
    return isWhole(by, { answer, items }) ? undefined : item
  }
}

function handedOver(path: string, { document, target }: ExpendableItemsOptions): Item {
  for (const resource of document.resources) {
    const values = resource.item === undefined ? undefined : textsBoundInPath(resource.item, path)
    if (resource.item === undefined || values === undefined) continue
    const templates = pathTemplates(resource.item)
    const last = templates.at(-1)
    if (last !== undefined && configuredParameter(target, namesOfTemplate(last)) === values.at(-1))
      throw new RangeError(
        `The item "${path}" is in "expendable", but "pathParameters" also uses it for reads. Fix: remove it from one of these settings.`,
      )
    const binding: PathBinding = new Map(
      templates.map((template, index) => [
        template.key,
        { text: values[index] ?? '', origin: template === last ? 'expendable' : 'configured' },
      ]),
    )
    return { resource, binding, value: undefined }
  }
  const known = document.resources.flatMap(({ item }) => item ?? [])
  const expected =
    known.length === 0
      ? 'The document has no items.'
      : `Expected one of: ${known.join(', ')}, with values filled in.`
  throw new RangeError(`The path "${path}" matches no item, so it cannot be expendable. ${expected}`)
}

/**
 * True if a response is the whole list: it has no further page or, if the document does not describe further
 * pages, the operation has no paging parameters.
 */
function isWhole(
  { list }: OperationDescriptor,
  { answer, items }: { readonly answer: Answer; readonly items: readonly unknown[] },
): boolean {
  const { pages } = list ?? {}
  if (pages === undefined) return !isPaged(list)
  const { headers, value: body } = answer
  return followingPage({ pages, body, items, headers, asked: undefined }) === undefined
}
