import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { changeOfTexts } from '../../evidence/above.ts'
import { observeItem, readsPartOf } from '../../evidence/observe.ts'
import { sharedWrite } from '../../evidence/performed-write.ts'
import { rules } from './rules.ts'

const CHANGES = ['update', 'replace']
/** Maximum number of parts that are read. */
const MOST_PARTS = 2

/** The operations that read parts of the items that an operation changes, such as the content of a file. */
export function partsOf(
  { resource }: OperationDescriptor,
  document: DocumentDescriptor,
): readonly OperationDescriptor[] {
  const isChange = resource !== undefined && CHANGES.includes(resource.role)
  const changed = isChange ? resourceByName(document, resource.name) : undefined
  return changed === undefined
    ? []
    : document.operations
        .filter((operation) => operation.list === undefined && readsPartOf(operation, changed))
        .slice(0, MOST_PARTS)
}

/** Checks that a part of an item that could be read before a change can be read after it. */
export async function checkParts(context: CheckContext, update: OperationDescriptor): Promise<Verdict> {
  const { item } = await sharedWrite(context, update)
  if (item === undefined || !context.asks(rules.kept)) return nothingCompared()
  for (const by of partsOf(update, context.document)) {
    const answer = await readPart(context, by, item)
    if (answer === undefined || isSuccess(answer)) continue
    // The item might never have had this part.
    const lost = await context.budget.makeSure(() => resultIfRun(() => losePart(context, update, by)))
    if (lost === undefined) continue
    return [
      context.finding({
        ...{ operation: update, answer: lost, breaks: rules.kept, clause: update.pointer },
        ...{ expecting: 'success' },
        fact: { kind: 'part gone', by: by.operationId, operation: update.operationId },
      }),
    ]
  }
  return []
}

async function readPart(
  context: CheckContext,
  by: OperationDescriptor,
  { binding }: Item,
): Promise<Answer | undefined> {
  const { requests, bindings } = context.pool
  return resultIfRun(async () => context.read(requests.best(by, await bindings.around(by, binding))))
}

/** Changes the texts of a new item; returns the response if a read of the part no longer succeeds. */
async function losePart(
  context: CheckContext,
  update: OperationDescriptor,
  by: OperationDescriptor,
): Promise<Answer | undefined> {
  const item = await context.pool.items.create(context.pool.resourceFor(update))
  const sending = changeOfTexts(context, update, item)
  const before = await readPart(context, by, item)
  if (sending === undefined || before === undefined || !isSuccess(before)) return undefined
  const change = { expecting: 'either', at: asFixture(item), sending } as const
  const { answer } = await context.attempt(update, change)
  const after = isSuccess(answer) ? await readPart(context, by, item) : undefined
  if (after === undefined || isSuccess(after)) return undefined
  // A new name can give the item another path.
  return (await observeItem(context, item)).value === undefined ? undefined : after
}
