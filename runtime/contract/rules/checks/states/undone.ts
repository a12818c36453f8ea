import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { operationAt } from '../../../data/document/resource-lookup.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { counts, plainName } from '../../../lexicon/lexicon.ts'
import { asFixture } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { isCounterValue } from '../../evidence/client-members.ts'
import { observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/** Number of letters that an action and its property have in common: "favorite" and "favorited". */
const STEM = 4

/**
 * Checks that a DELETE takes back what an action at the same path did: after PUT and DELETE of
 * "/notes/{id}/star", the note is no longer starred, and has as many stars as before.
 */
export async function checkUndone(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const undo = undoOf(context.document, operation)
  if (undo === undefined || !context.asks(rules.undone)) return nothingCompared()
  return context.budget.recurring(
    async () => (await resultIfRun(() => doAndUndo(context, operation, undo))) ?? nothingCompared(),
  )
}

/** The DELETE that takes an action back; `undefined` if there is none, or if the action has a body. */
function undoOf(
  document: DocumentDescriptor,
  { method, path, requestBody, resource }: OperationDescriptor,
): OperationDescriptor | undefined {
  if ((method !== 'PUT' && method !== 'POST') || requestBody !== undefined) return undefined
  const undo = operationAt(document, { method: 'DELETE', path })
  return undo?.resource?.role === 'action' && undo.resource.name === resource?.name ? undo : undefined
}

async function doAndUndo(
  context: CheckContext,
  operation: OperationDescriptor,
  undo: OperationDescriptor,
): Promise<readonly Finding[] | undefined> {
  const item = await context.pool.items.create(context.pool.resourceFor(operation))
  const at = { expecting: 'either', at: asFixture(item) } as const
  const { value: before } = await observeItem(context, item)
  const { answer: done } = await context.attempt(operation, at)
  if (!isSuccess(done)) return undefined
  const { value: between } = await observeItem(context, item)
  const { answer: undone } = await context.attempt(undo, at)
  const { value: after, answer } = await observeItem(context, item)
  if (!isSuccess(undone) || !isObject(before) || !isObject(between) || !isObject(after)) return undefined
  const stem = plainName(operation.path.slice(operation.path.lastIndexOf('/') + 1)).slice(0, STEM)
  const isOwn = (name: string): boolean =>
    plainName(name).includes(stem) && isCounterValue(between[name]) && !counts.lasting.has(name)
  const changed = Object.keys(between).filter(
    (name) => isOwn(name) && Object.hasOwn(before, name) && !isSameAsKept(before[name], between[name]),
  )
  if (changed.length === 0) return undefined
  const member = changed.find((name) => isSameAsKept(between[name], after[name]))
  if (member === undefined) return []
  return [
    context.finding({
      ...{ operation: undo, answer, beside: [undone], breaks: rules.undone },
      clause: pointerBelow(undo.pointer, 'responses'),
      fact: {
        ...{ kind: 'not undone', member, operation: operation.operationId, change: undo.operationId },
        ...{ before: JSON.stringify(before[member]), received: JSON.stringify(after[member]) },
      },
    }),
  ]
}
