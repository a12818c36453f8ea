import type { OperationDescriptor } from '@concordat/runtime/http'
import { boundItemName, type PathBinding } from '../../../data/document/path-binding.ts'
import { operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import { hasUniqueText } from '../../../data/exchange/texts.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { Collection, type Walk } from '../collection.ts'
import { shownFieldText } from '../fields.ts'
import { lookUntilAtRest } from './at-rest.ts'
import type { StateWatch } from './watch.ts'

/**
 * Watches a collection for items created by the caller's requests. Because other clients can add items at the
 * same time, a new item counts only if it contains a string from these requests, or if another item appears
 * when the requests are repeated.
 * @returns `undefined` if the collection cannot be listed.
 */
export async function watchCollection(
  context: CheckContext,
  { create, binding, sent }: { create: OperationDescriptor; binding: PathBinding; sent: ReadonlySet<string> },
): Promise<StateWatch | undefined> {
  const resource = resourceByName(context.document, create.resource?.name)
  const list = operationById(context.document, resource?.operations.list)
  if (resource === undefined || list?.list === undefined) return undefined
  const collection = new Collection(context, list, { binding })
  const namesIn = ({ items }: Walk): string =>
    JSON.stringify([...new Set(items.map((item) => collection.identify(item)))].sort())
  const known = new Set<string>()
  const { writes } = context.pool
  const freshIn = ({ items }: Walk): readonly unknown[] => {
    // A valid request, sent for comparison, may create an item, which its response may name.
    const own = new Set(context.pool.live(resource).map(boundItemName))
    return items.filter((item) => ![known, own].some((ids) => ids.has(collection.identify(item))))
  }
  /** Returns the items that are new since the last call, from a list that has stopped changing. */
  const look = async (): Promise<{ fresh: readonly unknown[]; answer: Answer | undefined }> => {
    const isNew = freshIn(await walk(collection)).length > 0
    const rested = isNew
      ? await lookUntilAtRest(
          () => walk(collection),
          (seen, before) => namesIn(seen) === namesIn(before),
        )
      : undefined
    const fresh = rested === undefined ? [] : freshIn(rested)
    for (const item of fresh) known.add(collection.identify(item))
    return { fresh, answer: rested?.pages.at(-1)?.answer }
  }
  const madeBy = async (requests: () => Promise<void>): Promise<unknown> => {
    await requests()
    return (await look()).fresh[0]
  }
  for (const item of (await walk(collection)).items) known.add(collection.identify(item))
  return {
    async change(repeat) {
      const { fresh, answer } = await look()
      if (fresh.length === 0) return undefined
      const isOnlyRefused = context.pool.writes === writes
      const marked = isOnlyRefused ? fresh.find((item) => hasUniqueText(item, sent)) : undefined
      const made = marked ?? (await context.budget.makeSure(() => madeBy(() => repeat({ binding }))))
      if (made === undefined || answer === undefined) return undefined
      const by = list.operationId
      return { answer, fact: { kind: 'refused, yet created', by, received: shownFieldText(made) } }
    },
  }
}

async function walk(collection: Collection): Promise<Walk> {
  const walked = await collection.walk()
  if (!walked.isWhole)
    throw new NotRun({ kind: 'too many pages', operation: collection.operation.operationId })
  return walked
}
