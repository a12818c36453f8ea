import type { OperationDescriptor } from '../../../http/operation.ts'
import { type Answer, isSuccess } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../fixtures/collection.ts'
import type { Fixtures, Item } from '../../fixtures/fixtures.ts'
import { pathValues } from '../../fixtures/place.ts'
import { idOf } from '../../fixtures/resource-lookup.ts'
import { shapeOf } from '../../fixtures/shape.ts'
import { NotRun } from '../../not-run.ts'

/** What a fresh look at an item shows. */
export interface Observation {
  /** The operation that was used to look. */
  readonly by: OperationDescriptor
  readonly answer: Answer
  /** `undefined`: the item is not there. */
  readonly value: unknown
}

/** How an item that is not there is answered: it is gone, or hidden from who may not see it. */
export const ABSENT = [403, 404, 410]
/** As many items as most servers give at once. */
export const LARGE_PAGE = 100

/** Asks the read operation for an item, whatever it answers; `undefined` when there is no such operation. */
export async function requestItem(
  context: CheckContext,
  item: Item,
): Promise<Omit<Observation, 'value'> | undefined> {
  const by = context.fixtures.operation(item.resource.operations.read)
  if (by === undefined) return undefined
  return {
    by,
    answer: await context.send(context.fixtures.requests.best(by, pathValues(by.path, item.place))),
  }
}

/**
 * Looks at an item by its read operation.
 * @returns `undefined` when there is no such operation.
 * @throws NotRun when the operation answers neither the item nor its absence.
 */
export async function readItem(context: CheckContext, item: Item): Promise<Observation | undefined> {
  const read = await requestItem(context, item)
  if (read === undefined) return undefined
  const { by, answer } = read
  if (isSuccess(answer) && answer.value === undefined) throw new NotRun(`${by.operationId} answered no JSON`)
  if (isSuccess(answer)) return { by, answer, value: answer.value }
  if (ABSENT.includes(answer.status)) return { by, answer, value: undefined }
  throw new NotRun(`${by.operationId} answered ${answer.status}`)
}

/**
 * Looks for an item in its list.
 * @returns `undefined` when there is no list, or it is too long to be sure.
 */
export async function findInList(context: CheckContext, item: Item): Promise<Observation | undefined> {
  const by = context.fixtures.operation(item.resource.operations.list)
  const id = idOf(item.resource, item.value)
  if (by?.list === undefined || id === undefined) return undefined
  const collection = new Collection(context, by, item.place)
  const { pages, isWhole } = await collection.walk(largePage(context, by))
  for (const { answer, items } of pages) {
    const value = items.find((candidate) => idOf(item.resource, candidate) === id)
    if (value !== undefined) return { by, answer, value }
  }
  const last = pages.at(-1)
  return isWhole && last !== undefined ? { by, answer: last.answer, value: undefined } : undefined
}

/** The last look at each item of a run, by its place, and how many writes the run had made by then. */
const looks = new WeakMap<Fixtures, Map<string, { readonly seen: Observation; readonly writes: number }>>()

function looksOf(context: CheckContext) {
  const known = looks.get(context.fixtures) ?? new Map()
  looks.set(context.fixtures, known)
  return known
}

function keyOf({ resource, place }: Item): string {
  return JSON.stringify([resource.name, [...place].map(([key, { text }]) => [key, text])])
}

/**
 * What an item is like before a rule begins: the last look where nothing was written since, else a fresh one. A refused
 * request counts as nothing: whoever expects a refusal looks afresh in the end, and that look is the one known here.
 * @throws NotRun when no operation shows the item.
 */
export async function lastLook(context: CheckContext, item: Item): Promise<Observation> {
  const known = looksOf(context).get(keyOf(item))
  return known !== undefined && known.writes === context.writes() ? known.seen : observe(context, item)
}

/** Looks afresh: by the read operation, else in the list. @throws NotRun when there is neither. */
export async function observe(context: CheckContext, item: Item): Promise<Observation> {
  const observation = (await readItem(context, item)) ?? (await findInList(context, item))
  if (observation === undefined)
    throw new NotRun(`no operation shows an item of "${item.resource.name}" again`)
  looksOf(context).set(keyOf(item), { seen: observation, writes: context.writes() })
  return observation
}

function largePage(context: CheckContext, operation: OperationDescriptor): Record<string, number> {
  const name = operation.list?.limit
  if (name === undefined) return {}
  const parameter = operation.parameters?.find(
    (candidate) => candidate.in === 'query' && candidate.name === name,
  )
  const { maximum } = shapeOf(parameter?.schema, context.document.definitions)
  return { [name]: typeof maximum === 'number' ? Math.min(maximum, LARGE_PAGE) : LARGE_PAGE }
}
