import type { OperationDescriptor } from '@concordat/runtime/http'
import { nameInPath, type PathBinding } from '../../../data/document/path-binding.ts'
import { creatorOf, idOf, resourceOf } from '../../../data/document/resource-lookup.ts'
import { ifRun, NotRun } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { Collection, type Page } from '../../evidence/collection.ts'
import { makeVaried } from './variety.ts'

/** With three items a page of two has a neighbour, and an offset of one has something to shift. */
const WANTED_ITEMS = 3
/** With two of the run's own a filter has one to show and one to hide, also on a server that has no others. */
const WANTED_OWN = 2

/**
 * Adds what is missing to three items that differ, two of them the run's own, where the resource can be created.
 * @returns How the run's own items are identified.
 */
export async function populate(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<ReadonlySet<string>> {
  const resource = resourceOf(context.document, operation.resource?.name)
  const create = creatorOf(context.document, resource)
  const look = (): Promise<Page> => new Collection(context, operation, { binding }).page()
  if (resource === undefined || create === undefined) {
    const { length } = (await look()).items
    if (length < 2)
      throw new NotRun({
        kind: 'too few items',
        operation: operation.operationId,
        items: length === 0 ? 0 : 1,
      })
    return new Set()
  }
  const own = new Set<string>()
  const values: unknown[] = []
  const note = (made: Item | undefined): void => {
    const names = made === undefined ? [] : [nameInPath(made), idOf(resource, made.value)]
    for (const name of names) if (name !== undefined) own.add(name)
    if (made !== undefined) values.push(made.value)
  }
  note(await ifRun(() => context.pool.items.shared(resource)))
  const shared = values.length
  const items = [...(await look()).items]
  for (const item of await makeVaried(context, operation, {
    binding,
    items: values.length > 0 ? values : items,
  })) {
    note(item)
    items.push(item.value)
  }
  while (items.length < WANTED_ITEMS || (values.length < WANTED_OWN && shared > 0)) {
    const { answer, created } = await context.call(create, { at: { binding } })
    if (answer.status >= 300) {
      if (items.length >= 2) return own
      throw new NotRun({
        kind: 'creates no more',
        items: items.length,
        operation: create.operationId,
        status: answer.status,
      })
    }
    note(created)
    items.push(answer.value)
    if (created === undefined && items.length >= WANTED_ITEMS) break
  }
  return own
}
