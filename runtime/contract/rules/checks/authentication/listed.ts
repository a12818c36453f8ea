import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { AttemptCaller } from '../../attempt.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { rules } from './rules.ts'

/** Maximum number of items that are created, each with one value by which its list can be filtered. */
const MOST_ITEMS = 4

/** A list, and a filter with a value that a client can give to new items. */
interface Choice {
  readonly list: OperationDescriptor
  readonly create: OperationDescriptor
  readonly name: string
  readonly value: unknown
}

/**
 * Checks that no list shows a caller an item that a read hides from this caller, whatever the list is
 * filtered by. Visibility is often a boolean or an enum, so one item is created with each such value.
 * @param lists lists that the caller can read.
 */
export async function checkListed(
  context: CheckContext,
  lists: readonly OperationDescriptor[],
  as: AttemptCaller,
): Promise<readonly Finding[]> {
  if (!context.asks(rules.listed)) return []
  const choices = lists.flatMap((list) => choicesOf(context.document, list))
  for (const choice of choices.slice(0, MOST_ITEMS)) {
    const found = await resultIfRun(() => checkChoice(context, choice, as))
    if (found !== undefined && found.length > 0) return found
  }
  return []
}

/** Values of booleans and enums that a create accepts, and that filter the list. */
function choicesOf(document: DocumentDescriptor, list: OperationDescriptor): readonly Choice[] {
  const resource = resourceByName(document, list.resource?.name)
  const create = creatorOfItems(document, resource)
  const isRead = operationById(document, resource?.operations.read) !== undefined
  if (list.resource?.role !== 'list' || create === undefined || !isRead) return []
  const written = schemaIn(document, bodyOfMembers(create)?.schema).properties
  return (list.parameters ?? []).flatMap(({ name, in: location, schema }): Choice[] => {
    const own = written.get(name)
    const { choices = [] } = own?.values ?? {}
    const values = own?.types.includes('boolean') ? [true] : choices.filter((one) => typeof one === 'string')
    const isFilter = location === 'query' && schemaIn(document, schema).types.some((type) => type !== 'array')
    return isFilter ? values.map((value) => ({ list, create, name, value })) : []
  })
}

/** Creates an item with a value. If a read hides it from the caller, looks for it in the caller's lists. */
async function checkChoice(
  context: CheckContext,
  { list, create, name, value }: Choice,
  as: AttemptCaller,
): Promise<readonly Finding[]> {
  const { bindings, requests } = context.pool
  const binding = await bindings.find(create, 'read')
  const item = await itemWith(context, create, { binding, values: () => ({ [name]: value }) })
  const read = operationById(context.document, item?.resource.operations.read)
  if (item === undefined || read === undefined) return []
  const plan = requests.best(read, item.binding)
  const hidden = await context.read(plan, as)
  if (!isAbsence(hidden) || !isSuccess(await context.read(plan))) return []
  const id = itemIdOf(item.resource, item.value)
  const collection = new Collection(context, list, { binding: await bindings.around(list, item.binding), as })
  for (const query of [{ [name]: value }, {}]) {
    const walk = await resultIfRun(() => collection.walk(query))
    const page = walk?.pages.find((one) => one.items.some((other) => itemIdOf(item.resource, other) === id))
    if (page === undefined || id === undefined) continue
    return [
      context.finding({
        ...{ operation: list, answer: page.answer, beside: [hidden], breaks: rules.listed },
        clause: pointerBelow(list.pointer, 'responses'),
        fact: { kind: 'hidden item listed', id, by: read.operationId },
      }),
    ]
  }
  return []
}
