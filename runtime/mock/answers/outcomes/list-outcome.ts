import { blankPath } from '@concordat/contract/document'
import { Unmakeable } from '@concordat/contract/values'
import type { ListDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { reportingSuccess } from '../../document/envelope-values.ts'
import { mockListedSchema } from '../../document/item-schema.ts'
import { mockSuccessSchema } from '../../document/known-resource.ts'
import { cutPage } from '../../lists/cut-page.ts'
import { selectItems } from '../../lists/select.ts'
import { sortItems } from '../../lists/sort.ts'
import { writeList } from '../../lists/write-list.ts'
import type { Collection } from '../../state/collection.ts'
import type { MockItem } from '../../state/item.ts'
import type { Granted, MockOutcome } from './granted.ts'

/** Returns one page of a collection: filtered, sorted, limited to the page size, and in the list's format. */
export function answerList(granted: Granted, list: ListDescriptor, collection: Collection): MockOutcome {
  const { operation, query, given, request, world, pathValues } = granted
  const { maker } = world
  const whole = mockSuccessSchema(world.document, operation) ?? maker.schema(true)
  const schema = mockListedSchema(whole, list)
  const isOfAll = blankPath(operation.path) === blankPath(collection.known.resource.collection)
  const items = collection.listedAt(isOfAll ? undefined : pathValues.fill(operation.path))
  const byValue = new Map<unknown, MockItem>()
  const shown = items.flatMap((item) =>
    shownIfPossible(item, schema).map((value) => {
      byValue.set(value, item)
      return value
    }),
  )
  const selected = selectItems(shown, { operation, query: given, schema, maker })
  const sorted = sortItems(selected, { operation, query, schema, maker })
  const page = cutPage(sorted, {
    ...{ operation, query, maker, url: new URL(request.url), headers: request.headers },
    cursors: world.cursors,
    answered: whole,
  })
  return {
    statuses: page.written.status === undefined ? [200] : [page.written.status, 200],
    page,
    show: (answered, example) => {
      const around =
        list.items.length === 0
          ? []
          : (example ?? reportingSuccess(maker.make(answered, 'list'), answered, granted))
      // Another media type may use another schema for the same items.
      const inAnswer = mockListedSchema(answered, list)
      const all = page.items.map((value) => {
        const item = byValue.get(value)
        const own = answered === whole || item === undefined ? value : item.show(inAnswer)
        return { own, name: item?.id ?? '' }
      })
      const names = new Map(all.map(({ own, name }) => [own, name]))
      return writeList({
        list,
        page: { ...page, items: all.map(({ own }) => own) },
        schema: answered,
        maker,
        around,
        nameOf: (value) => names.get(value) ?? '',
      })
    },
  }
}

/** Returns a value with only the requested page of the list in it; unchanged if it contains no such list. */
export function listWithin(
  { operation, query, request, world }: Granted,
  list: ListDescriptor,
  { value, schema }: { readonly value: unknown; readonly schema: Schema },
): unknown {
  const items = valueAt(value, list.items)
  if (!Array.isArray(items)) return value
  const { maker, cursors } = world
  const url = new URL(request.url)
  const { headers } = request
  const page = cutPage(items, { operation, query, maker, url, headers, cursors, answered: schema })
  const around = list.items.length === 0 ? [] : value
  return writeList({ list, page, schema, maker, around, nameOf: () => '' })
}

/** Returns an array with the item as its list shows it; empty if no valid value can be generated. */
function shownIfPossible(item: MockItem, schema: Schema): readonly unknown[] {
  try {
    return [item.show(schema)]
  } catch (error) {
    if (!(error instanceof Unmakeable)) throw error
    return []
  }
}
