import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { EACH, placesIn } from '@concordat/runtime/schema-view'
import { type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  operationById,
  resourceByName,
  restorersFor,
} from '../../../data/document/resource-lookup.ts'
import { shownProperties, shownSchemas } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { isQuantityName, isSumOf } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { observeItem } from '../../evidence/observe.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { isReusableByCache } from '../../reuse-by-caches.ts'
import { rules } from './rules.ts'

/** A number that might be the sum of a property of all items: "unread" in "GET /inbox" for channels. */
interface Sum {
  readonly by: OperationDescriptor
  readonly path: readonly string[]
  /** The property of the items. */
  readonly member: string
}

/** A sum that rose when an item was created, by the item's own number. */
interface RisenSum extends Sum {
  readonly before: number
  readonly with: number
}

/** Maximum depth of a number, including any envelope. */
const DEEPEST = 3
/** Maximum number of sums to compare. */
const MOST_SUMS = 2
/** Maximum number of kinds of parts to create in an item with a number that is still 0. */
const MOST_PARTS = 2

/** Checks that a sum beside a collection does not include an item that was removed. */
export async function checkSums(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const { document } = context
  const resource = resourceByName(document, operation.resource?.name)
  const create = creatorOfItems(document, resource)
  if (resource === undefined || create === undefined || operation.resource?.role !== 'delete')
    return nothingCompared()
  // An item that can be restored might still use something, such as storage.
  const sums = restorersFor(document, operation).length > 0 ? [] : sumsBeside(document, resource)
  if (sums.length === 0 || !context.asks(rules.sums)) return nothingCompared()
  // Another client may have changed the sum in the meantime.
  return context.budget.recurring(
    async () =>
      (await resultIfRun(() => addAndRemove(context, { operation, create, resource, sums }))) ??
      nothingCompared(),
  )
}

/** Numbers in reads whose paths have the same parameters as the collection's. */
function sumsBeside(document: DocumentDescriptor, resource: ResourceDescriptor): readonly Sum[] {
  const read = operationById(document, resource.operations.read)
  const members = [...(read === undefined ? [] : shownProperties(read, document))].flatMap(
    ([name, { values }]) => (values.mayBeNumbers && isQuantityName(name) ? [name] : []),
  )
  const keys = pathTemplates(resource.collection).map(({ key }) => key)
  const isBeside = ({ method, list, path }: OperationDescriptor): boolean => {
    const own = pathTemplates(path).map(({ key }) => key)
    const hasSame = own.length === keys.length && own.every((key) => keys.includes(key))
    return method === 'GET' && list === undefined && !path.endsWith('}') && hasSame
  }
  const found = document.operations.filter(isBeside).flatMap((by) =>
    shownSchemas(by, document).flatMap((schema) =>
      [...placesIn(schema, { deepest: DEEPEST })].flatMap(({ schema: { values }, path }): readonly Sum[] => {
        const member = members.find((name) => isSumOf(path.at(-1) ?? '', name))
        return member === undefined || !values.mayBeNumbers || path.includes(EACH)
          ? []
          : [{ by, path, member }]
      }),
    ),
  )
  return found.slice(0, MOST_SUMS)
}

interface Adding {
  readonly operation: OperationDescriptor
  readonly create: OperationDescriptor
  readonly resource: ResourceDescriptor
  readonly sums: readonly Sum[]
}

/**
 * Creates an item and removes it again, and reads the sums each time.
 * @returns `undefined` if no sum includes the item's number.
 * @throws NotRun if nothing can be created.
 */
async function addAndRemove(
  context: CheckContext,
  { operation, create, resource, sums }: Adding,
): Promise<readonly Finding[] | undefined> {
  const binding = await context.pool.bindings.find(create, 'read')
  const before = await Promise.all(sums.map((sum) => readSum(context, sum, binding)))
  const item = await context.pool.items.create(resource, operation)
  const value = await valueWithParts(context, item, sums)
  const risen: RisenSum[] = []
  for (const [index, sum] of sums.entries()) {
    const [old, now] = [before[index]?.value, (await readSum(context, sum, binding))?.value]
    const own = valueAt(value, [sum.member])
    if (old === undefined || now === undefined || typeof own !== 'number') continue
    if (own > 0 && now - old === own) risen.push({ ...sum, before: old, with: now })
  }
  if (risen.length === 0) return undefined
  const { answer } = await context.attempt(operation, { expecting: 'either', at: asFixture(item) })
  if (!isSuccess(answer)) return undefined
  for (const sum of risen) {
    // Some servers update their sums a moment later.
    const [, left] = await lookTwiceApart(() => readSum(context, sum, binding))
    if (left === undefined || left.value !== sum.with) continue
    return [
      context.finding({
        ...{ operation, answer: left.answer, beside: [answer], breaks: rules.sums },
        clause: pointerBelow(operation.pointer, 'responses'),
        fact: {
          ...{ kind: 'sum keeps', by: sum.by.operationId, part: sum.path.join('.') },
          ...{ before: sum.before, received: String(left.value) },
        },
      }),
    ]
  }
  return []
}

/** The item's value, after its parts were created if one of its numbers was 0. */
async function valueWithParts(context: CheckContext, item: Item, sums: readonly Sum[]): Promise<unknown> {
  const { document, pool } = context
  const seen = await observeItem(context, item)
  if (sums.every(({ member }) => valueAt(seen.value, [member]) !== 0)) return seen.value
  const parts = document.resources.filter(({ parent }) => parent?.name === item.resource.name)
  for (const part of parts.slice(0, MOST_PARTS)) {
    const make = operationById(document, part.operations.create)
    if (make === undefined) continue
    await resultIfRun(async () => {
      const at = { binding: await pool.bindings.around(make, item.binding) }
      return context.attempt(make, { expecting: 'either', at })
    })
  }
  return (await observeItem(context, item)).value
}

async function readSum(
  context: CheckContext,
  { by, path }: Sum,
  binding: PathBinding,
): Promise<{ readonly answer: Answer; readonly value: number } | undefined> {
  const answer = await resultIfRun(() => context.read(context.pool.requests.best(by, binding)))
  const value = answer && isSuccess(answer) ? valueAt(answer.value, path) : undefined
  return answer === undefined || typeof value !== 'number' || isReusableByCache(answer)
    ? undefined
    : { answer, value }
}
