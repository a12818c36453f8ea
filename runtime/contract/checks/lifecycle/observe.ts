import type { OperationDescriptor } from '../../../http/operation.ts'
import { type Answer, isSuccess } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../fixtures/collection.ts'
import type { Item } from '../../fixtures/fixtures.ts'
import { nameInPath, pathValues } from '../../fixtures/place.ts'
import { idOf } from '../../fixtures/resource-lookup.ts'
import { isObject, shapeOf } from '../../fixtures/shape.ts'
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
const LARGE_PAGE = 100

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
  const id = nameInPath(item) ?? idOf(item.resource, item.value)
  if (by?.list === undefined || id === undefined) return undefined
  const collection = new Collection(context, by, item.place)
  const { pages, isWhole } = await collection.walk(largePage(context, by))
  for (const { answer, items } of pages) {
    const value = items.find((candidate) => isNamed(item, candidate, id))
    if (value !== undefined) return { by, answer, value }
  }
  const last = pages.at(-1)
  return isWhole && last !== undefined ? { by, answer: last.answer, value: undefined } : undefined
}

/**
 * Whether an item of a list is the one that paths name so. Where the item itself shows that another property than the
 * expected one does, any text of it may.
 */
function isNamed({ resource, value }: Item, candidate: unknown, id: string): boolean {
  if (idOf(resource, candidate) === id) return true
  return idOf(resource, value) !== id && isObject(candidate) && Object.values(candidate).includes(id)
}

/** Looks by the read operation, else in the list. @throws NotRun when there is neither. */
export async function observe(context: CheckContext, item: Item): Promise<Observation> {
  const observation = (await readItem(context, item)) ?? (await findInList(context, item))
  if (observation === undefined)
    throw new NotRun(`no operation shows an item of "${item.resource.name}" again`)
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
