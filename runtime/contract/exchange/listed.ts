import type { ListDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'

/** How deep the items stand at most where the document does not say: "{ data: { users: [ … ] } }". */
const DEEPEST = 2

/**
 * The items of a list's answer: where the document has them, else the only array of objects in the answer.
 * @returns `undefined` where the answer is not recognised as a list.
 */
export function itemsIn(
  { list }: Pick<OperationDescriptor, 'list'>,
  answer: unknown,
): readonly unknown[] | undefined {
  const documented = list && documentedItems(list, answer)
  if (documented !== undefined) return documented
  if (Array.isArray(answer)) return answer
  const arrays = [...arraysIn(answer, DEEPEST)]
  const [only, ...others] = arrays.filter((array) => array.every(isObject))
  if (only !== undefined && others.length === 0) return only
  return arrays.length === 1 ? arrays[0] : undefined
}

function documentedItems({ items, keyed }: ListDescriptor, answer: unknown): readonly unknown[] | undefined {
  const value = valueAt(answer, items)
  if (Array.isArray(value)) return value
  return keyed === true && isObject(value) ? Object.entries(value).map(named) : undefined
}

/** The key is what names the item in paths, unless it says so itself. */
function named([key, value]: readonly [string, unknown]): unknown {
  return isObject(value) ? { key, ...value } : { key, value }
}

function* arraysIn(value: unknown, depth: number): Generator<readonly unknown[]> {
  if (Array.isArray(value)) yield value
  else if (isObject(value) && depth > 0)
    for (const member of Object.values(value)) yield* arraysIn(member, depth - 1)
}
