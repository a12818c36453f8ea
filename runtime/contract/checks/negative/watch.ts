import type { OperationDescriptor } from '../../../http/operation.ts'
import type { Answer } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../fixtures/collection.ts'
import type { Item } from '../../fixtures/fixtures.ts'
import type { Place } from '../../fixtures/place.ts'
import { isObject } from '../../fixtures/shape.ts'
import { NotRun } from '../../not-run.ts'
import { isKept } from '../../same.ts'
import { show } from '../lifecycle/fields.ts'
import { observe } from '../lifecycle/observe.ts'

/** A look at what refused requests must leave alone. */
export interface Watch {
  /** What differs now; `undefined` when nothing does. */
  change(): Promise<{ answer: Answer; expected: string; received: string } | undefined>
}

/** Watches the values of one item that belongs to the caller. @throws NotRun when nothing shows the item. */
export async function watchItem(context: CheckContext, item: Item): Promise<Watch> {
  const before = (await observe(context, item)).value
  return {
    async change() {
      const { answer, value: after } = await observe(context, item)
      if (isKept(before, after) && isKept(after, before)) return undefined
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
 * counts only when it shows a text that was sent.
 * @returns `undefined` when the collection cannot be listed.
 */
export async function watchCollection(
  context: CheckContext,
  { create, place, sent }: { create: OperationDescriptor; place: Place; sent: ReadonlySet<string> },
): Promise<Watch | undefined> {
  const list = context.fixtures.operation(context.fixtures.resource(create.resource?.name)?.operations.list)
  if (list?.list === undefined) return undefined
  const collection = new Collection(context, list, place)
  const known = new Set((await walk(collection)).items.map((item) => collection.identify(item)))
  return {
    async change() {
      const { items, pages } = await walk(collection)
      const made = items.filter((item) => !known.has(collection.identify(item)) && hasText(item, sent))
      const [first] = made
      const answer = pages.at(-1)?.answer
      if (first === undefined || answer === undefined) return undefined
      return { answer, expected: `no new item in ${list.operationId}`, received: show(first) }
    },
  }
}

async function walk(collection: Collection) {
  const walked = await collection.walk()
  if (!walked.isWhole)
    throw new NotRun(`${collection.operation.operationId} has too many pages to be watched`)
  return walked
}

function hasText(value: unknown, texts: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return texts.has(value)
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((inner) => hasText(inner, texts))
  )
}

/** The unique texts of a value: words such as an enum's are in other items as well. */
export function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && /\d/.test(value) && value.length >= 8) yield value
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsOf(inner)
}
