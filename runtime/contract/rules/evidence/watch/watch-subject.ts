import type { OperationDescriptor } from '@concordat/runtime/http'
import { NotRun } from '../../../data/outcome/not-run.ts'
import type { Fixture } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import type { StateWatch } from './watch.ts'
import { watchCollection } from './watch-collection.ts'
import { watchItem } from './watch-item.ts'

/**
 * Watches the subject of an operation: the item, or the collection in which it creates items. `sent` contains
 * the strings in the requests.
 * @returns `undefined` if nothing can be read. In that case, only the error responses are judged.
 */
export async function watchSubject(
  context: CheckContext,
  operation: OperationDescriptor,
  { binding, item, sent }: Fixture & { readonly sent: ReadonlySet<string> },
): Promise<StateWatch | undefined> {
  try {
    if (item !== undefined) {
      const watch = await watchItem(context, item)
      const around = async (other: Fixture): Promise<Fixture> => ({
        ...other,
        binding: await context.pool.bindings.around(operation, other.binding),
      })
      return { change: (repeat) => watch.change(async (other) => repeat(await around(other))) }
    }
    if (operation.resource?.role === 'create')
      return await watchCollection(context, { create: operation, binding, sent })
  } catch (error) {
    if (!(error instanceof NotRun)) throw error
  }
  return undefined
}
