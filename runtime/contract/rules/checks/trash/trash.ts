import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { itemIdOf } from '../../../data/document/identifier.ts'
import {
  blankPath,
  boundItemId,
  extendBinding,
  type PathBinding,
  pathTemplates,
} from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  operationById,
  resourceByName,
  restorersFor,
} from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { Check, CheckContext, KnownViolation } from '../../check.ts'
import { changeSet, shownSetOf } from '../../evidence/changes/shown-set.ts'
import { isSameToClients, ownedByClients } from '../../evidence/client-members.ts'
import { Collection } from '../../evidence/collection.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { findInList, type Listing, listAll, type Observation, observeItem } from '../../evidence/observe.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { rules } from './rules.ts'

/** Maximum number of additional lists to search for an item. */
const MOST_LISTS = 3

/** An item that was moved to the trash is unchanged when it is restored. */
export const trash: Check = {
  code: 'trash',
  description:
    'If an operation restores removed items, the run removes an item and restores it. The item can then be read, is listed and has its earlier values, and the trash no longer lists it. An item removed from the trash is gone.',
  assertions: Object.values(rules),
  example: '`POST /notes/7/restore` returns 200, but `GET /notes/7` still returns 404.',
  fix: 'Mark removed items instead of moving them, and check the mark in every view.',
  applies: (operation, document) => restorersFor(document, operation).length > 0,
  title: () => 'a removed item can be restored as it was',
  async run(context, operation) {
    const resource = context.pool.resourceFor(operation)
    const item = await context.pool.items.create(resource, operation)
    const sets = await fillSets(context, item)
    const before = await observeItem(context, item)
    await context.attempt(operation, { expecting: 'success', at: asFixture(item) })
    try {
      return await new Bin({ context, operation, item, before, sets }).check()
    } finally {
      // The run considers the item removed, although it was restored, so the regular cleanup would skip it.
      await resultIfRun(() => context.attempt(operation, { expecting: 'either', at: asFixture(item) }))
    }
  },
}

/**
 * Adds a member to each set that the item shows, because an empty set is the same after any loss.
 * @returns the properties that show the sets.
 */
async function fillSets(context: CheckContext, owner: Item): Promise<readonly string[]> {
  const filled: string[] = []
  for (const operation of context.document.operations) {
    const set = shownSetOf(operation, context.document)
    if (set === undefined || set.owner.name !== owner.resource.name) continue
    const member = await resultIfRun(() => context.pool.items.create(set.member))
    const call = member && (await resultIfRun(() => changeSet(context, operation, { set, owner, member })))
    if (call !== undefined) filled.push(set.property)
  }
  return filled
}

interface Removal {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly item: Item
  readonly before: Observation
  /** Properties with members of sets, which clients own as well. */
  readonly sets: readonly string[]
}

/** A list of removed items. */
interface Trash {
  readonly list: OperationDescriptor
  readonly resource: ResourceDescriptor
}

/** The history of one removed item. */
class Bin {
  readonly #removal: Removal

  constructor(removal: Removal) {
    this.#removal = removal
  }

  async check(): Promise<Verdict> {
    const { context, operation } = this.#removal
    const trashes = await this.#trashes()
    const restorer = restorersFor(context.document, operation)[0]
    if (restorer === undefined) throw new NotRun({ kind: 'nothing compared' })
    const twin = await this.#twin()
    const others = twin === undefined ? undefined : await this.#listing()
    const { answer } = await context.attempt(restorer, {
      ...{ expecting: 'success', at: { binding: this.#placeFor(restorer), item: this.#removal.item } },
    })
    return [
      ...(await this.#restored(restorer, answer)),
      ...(await this.#beside(restorer, others)),
      ...(await this.#left(restorer, trashes, answer)),
      ...(await this.#purged(trashes)),
    ]
  }

  /** Checks the restored item, in a read and in its list. */
  async #restored(restorer: OperationDescriptor, answer: Answer): Promise<readonly Finding[]> {
    const { context, item, before, sets } = this.#removal
    const after = await observeItem(context, item)
    const { operationId } = restorer
    const by = after.by.operationId
    if (after.value === undefined)
      return [
        this.#report(restorer, after.answer, {
          breaks: rules.restored,
          fact: { kind: 'not restored', by, operation: operationId, status: after.answer.status },
        }),
      ]
    const listed = await resultIfRun(() => findInList(context, item))
    if (listed !== undefined && listed.value === undefined)
      return [
        this.#report(restorer, listed.answer, {
          breaks: rules.restored,
          fact: { kind: 'not restored', by: listed.by.operationId, operation: operationId },
        }),
      ]
    const [old, now] = [before.value, after.value]
    if (!isObject(old) || !isObject(now)) return []
    return [...new Set([...ownedByClients(context, item.resource), ...sets])]
      .filter((name) => Object.hasOwn(old, name) && !isSameToClients(old[name], now[name], answer))
      .map((member) =>
        this.#report(restorer, after.answer, {
          breaks: rules.restored,
          fact: {
            kind: 'restored otherwise',
            member,
            operation: operationId,
            before: shownFieldText(old[member]),
            received: shownFieldText(now[member]),
          },
        }),
      )
  }

  /**
   * Creates a new item with the removed item's strings, possibly including its name, or with other values if
   * the server rejects these, or if the creation would name the removed item by its path.
   */
  async #twin(): Promise<Item | undefined> {
    const { context, item } = this.#removal
    const create = creatorOfItems(context.document, item.resource)
    if (create === undefined || !context.asks(rules.beside)) return undefined
    const { value } = this.#removal.before
    const sameTexts = (sent: object): object =>
      Object.fromEntries(
        Object.keys(sent).flatMap((name) => {
          const own = isObject(value) ? value[name] : undefined
          return typeof own === 'string' ? [[name, own]] : []
        }),
      )
    const isNamed = blankPath(create.path) === blankPath(item.resource.item ?? '')
    const named =
      !isNamed &&
      (await resultIfRun(() => itemWith(context, create, { binding: item.binding, values: sameTexts })))
    return named || resultIfRun(() => context.pool.items.create(item.resource))
  }

  /** Reports items that were listed before and are now missing, although the run did not remove them. */
  async #beside(restorer: OperationDescriptor, before: Listing | undefined): Promise<readonly Finding[]> {
    const after = before && (await this.#listing())
    if (before === undefined || after === undefined) return []
    const { resource } = this.#removal.item
    const shown = new Set(after.items.flatMap((one) => itemIdOf(resource, one) ?? []))
    const ids = before.items.flatMap((one) => itemIdOf(resource, one) ?? []).filter((id) => !shown.has(id))
    if (ids.length === 0) return []
    const fact: Fact = {
      ...{ kind: 'others gone', by: after.by.operationId },
      ...{ operation: restorer.operationId, ids },
    }
    return [this.#report(restorer, after.last.answer, { breaks: rules.beside, fact })]
  }

  #listing(): Promise<Listing | undefined> {
    return resultIfRun(() => listAll(this.#removal.context, this.#removal.item))
  }

  async #left(
    restorer: OperationDescriptor,
    trashes: readonly Trash[],
    answer: Answer,
  ): Promise<readonly Finding[]> {
    const findings: Finding[] = []
    for (const trash of trashes)
      if (await this.#shows(trash))
        findings.push(
          this.#report(restorer, answer, {
            breaks: rules.left,
            fact: { kind: 'still in the trash', by: trash.list.operationId, operation: restorer.operationId },
          }),
        )
    return findings
  }

  /** Checks that the trash no longer lists the item once it has been removed again and purged. */
  async #purged(trashes: readonly Trash[]): Promise<readonly Finding[]> {
    const { context, operation, item } = this.#removal
    const findings: Finding[] = []
    for (const trash of trashes) {
      const purge = operationById(context.document, trash.resource.operations.delete)
      if (purge === undefined || purge === operation) continue
      const binding = this.#placeFor(purge)
      const call = await resultIfRun(async () => {
        await context.attempt(operation, { expecting: 'success', at: asFixture(item) })
        return context.attempt(purge, { expecting: 'success', at: { binding, item } })
      })
      if (call !== undefined && (await this.#shows(trash)))
        findings.push(
          this.#report(purge, call.answer, {
            breaks: rules.left,
            fact: { kind: 'still in the trash', by: trash.list.operationId, operation: purge.operationId },
          }),
        )
    }
    return findings
  }

  /** Finds lists that show the removed item, other than its own list. */
  async #trashes(): Promise<readonly Trash[]> {
    const { context, item } = this.#removal
    const { document } = context
    const [own = ''] = item.resource.collection.split('/').slice(-1)
    const restorers = restorersFor(document, this.#removal.operation)
    const isNear = ({ path }: OperationDescriptor): boolean =>
      path.split('/').includes(own) || restorers.some((restorer) => restorer.path.startsWith(`${path}/`))
    const candidates = document.operations.flatMap((list): readonly Trash[] => {
      const resource = resourceByName(document, list.resource?.name)
      const isOther =
        list.resource?.role === 'list' && resource !== undefined && resource.name !== item.resource.name
      const isKnown = pathTemplates(list.path).every(({ key }) => item.binding.has(key))
      return isOther && isKnown && list.list !== undefined && isNear(list) ? [{ list, resource }] : []
    })
    const shown: Trash[] = []
    for (const trash of candidates.slice(0, MOST_LISTS)) if (await this.#shows(trash)) shown.push(trash)
    return shown
  }

  async #shows({ list, resource }: Trash): Promise<boolean> {
    const { context, item } = this.#removal
    const id = boundItemId(item.binding, item.resource)?.text
    const walk = await resultIfRun(() => new Collection(context, list, { binding: item.binding }).walk())
    return walk?.items.some((shown) => itemIdOf(resource, shown) === id) ?? false
  }

  /** Returns the item's binding for another path whose last parameter is the item's name. */
  #placeFor({ path }: OperationDescriptor): PathBinding {
    const { item } = this.#removal
    const value = boundItemId(item.binding, item.resource)
    const [last] = pathTemplates(path).slice(-1)
    return value === undefined || last === undefined || item.binding.has(last.key)
      ? item.binding
      : extendBinding(item.binding, path, value)
  }

  #report(
    by: OperationDescriptor,
    answer: Answer,
    violation: Pick<KnownViolation, 'breaks' | 'fact'>,
  ): Finding {
    const { context, operation } = this.#removal
    return context.finding({ operation, answer, clause: pointerBelow(by.pointer, 'responses'), ...violation })
  }
}
