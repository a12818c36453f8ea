import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Place } from '../document/place.ts'
import { operationOf, resourceOf } from '../document/resource-lookup.ts'
import type { Answer } from '../exchange/answer.ts'
import { hasText } from '../exchange/texts.ts'
import type { Item, Subject } from '../items/item.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { CheckContext } from '../rule/check.ts'
import { isKept, isSame } from '../values/same.ts'
import { Collection } from './collection.ts'
import { show } from './fields.ts'
import { lastLook, observe } from './observe.ts'

/** A look at what refused requests must leave alone. */
export interface Watch {
  /**
   * What differs now; `undefined` when nothing does.
   * @param repeat Sends the refused requests again: somebody else may have made what is new, but hardly twice.
   */
  change(
    repeat?: () => Promise<void>,
  ): Promise<{ answer: Answer; expected: string; received: string } | undefined>
}

/** Watches the values of one item that belongs to the caller. @throws NotRun when nothing shows the item. */
async function watchItem(context: CheckContext, item: Item): Promise<Watch> {
  const before = (await lastLook(context, item)).value
  return {
    async change() {
      const { answer, value: after } = await observe(context, item)
      if (isSame(before, after)) return undefined
      const names = isObject(before) ? Object.keys(before) : []
      const changed = names.filter(
        (name) => !isKept(before, { ...Object(before), [name]: Object(after)[name] }),
      )
      const part = (value: unknown): string =>
        show(isObject(value) ? Object.fromEntries(changed.map((name) => [name, value[name]])) : value)
      return { answer, expected: `the item as before: ${part(before)}`, received: part(after) }
    },
  }
}

/**
 * Watches a collection for items that the caller's requests made. Others may add to it at the same time, so a new item
 * counts when it shows a text that was sent, or when another one comes as the requests are repeated.
 * @returns `undefined` when the collection cannot be listed.
 */
async function watchCollection(
  context: CheckContext,
  { create, place, sent }: { create: OperationDescriptor; place: Place; sent: ReadonlySet<string> },
): Promise<Watch | undefined> {
  const list = operationOf(
    context.document,
    resourceOf(context.document, create.resource?.name)?.operations.list,
  )
  if (list?.list === undefined) return undefined
  const collection = new Collection(context, list, { place })
  const known = new Set<string>()
  const look = async (): Promise<{ fresh: readonly unknown[]; answer: Answer | undefined }> => {
    const { items, pages } = await walk(collection)
    const fresh = items.filter((item) => !known.has(collection.identify(item)))
    for (const item of fresh) known.add(collection.identify(item))
    return { fresh, answer: pages.at(-1)?.answer }
  }
  await look()
  return {
    async change(repeat) {
      const { fresh, answer } = await look()
      const marked = fresh.find((item) => hasText(item, sent))
      if (fresh.length > 0 && marked === undefined) await repeat?.()
      const made = marked ?? (fresh.length > 0 && repeat !== undefined ? (await look()).fresh[0] : undefined)
      if (made === undefined || answer === undefined) return undefined
      return { answer, expected: `no new item in ${list.operationId}`, received: show(made) }
    },
  }
}

/**
 * Watches what an operation acts on: the item, or the collection that it creates in.
 * `sent` holds the texts that the requests send.
 * @returns `undefined` where nothing can be looked at; the refusals themselves still count.
 */
export async function watchSubject(
  context: CheckContext,
  operation: OperationDescriptor,
  { place, item, sent }: Subject & { readonly sent: ReadonlySet<string> },
): Promise<Watch | undefined> {
  try {
    if (item !== undefined) return await watchItem(context, item)
    if (operation.resource?.role === 'create')
      return await watchCollection(context, { create: operation, place, sent })
  } catch (error) {
    if (!(error instanceof NotRun)) throw error
  }
  return undefined
}

async function walk(collection: Collection) {
  const walked = await collection.walk()
  if (!walked.isWhole)
    throw new NotRun(`${collection.operation.operationId} has too many pages to be watched`)
  return walked
}
