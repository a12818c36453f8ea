import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { operationAt, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { counts, plainName } from '../../../lexicon/lexicon.ts'
import { asFixture } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { isCounterValue } from '../../evidence/client-members.ts'
import { requiredBesideChange } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/** Number of letters that an action and its property have in common: "favorite" and "favorited". */
const STEM = 4

/**
 * Checks that a DELETE takes back what an action at the same path did: after PUT and DELETE of
 * "/notes/{id}/star", the note is no longer starred, and has as many stars as before. If an update accepts
 * the property, its earlier value takes the action back as well: "archivedAt": null.
 */
export async function checkUndone(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const undo = undoOf(context.document, operation) ?? changeThatUndoes(context.document, operation)
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

/** The update with a property that is named after an action without a body, such as "locked" after "lock". */
function changeThatUndoes(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): OperationDescriptor | undefined {
  const { requestBody, resource } = operation
  const update = operationById(document, resourceByName(document, resource?.name)?.operations.update)
  if (update === undefined || requestBody !== undefined || operation.method === 'DELETE') return undefined
  const { properties } = schemaIn(document, bodyOfMembers(update)?.schema)
  return [...properties.keys()].some((name) => isNamedAfter(operation, name)) ? update : undefined
}

function isNamedAfter({ path }: OperationDescriptor, name: string): boolean {
  const stem = plainName(path.slice(path.lastIndexOf('/') + 1)).slice(0, STEM)
  return plainName(name).includes(stem)
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
  if (!isObject(before) || !isObject(between)) return undefined
  const changed = membersToUndo(context, { operation, undo, before, between })
  if (changed.length === 0) return undefined
  const sending =
    undo.resource?.role === 'update'
      ? requestWithBody(context.pool.requests.plan(undo, item.binding, 'empty'), {
          ...requiredBesideChange(context, undo, between),
          ...Object.fromEntries(changed.map((name) => [name, before[name]])),
        })
      : undefined
  const { answer: undone } = await context.attempt(undo, { ...at, ...(sending && { sending }) })
  const { value: after, answer } = await observeItem(context, item)
  if (!isSuccess(undone) || !isObject(after)) return undefined
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

interface Done {
  readonly operation: OperationDescriptor
  readonly undo: OperationDescriptor
  /** The item before the action, and after it. */
  readonly before: Members
  readonly between: Members
}

type Members = { readonly [name: string]: unknown }

/** Properties that are named after an action, that it changed, and that `undo` must change back. */
function membersToUndo(
  { document }: CheckContext,
  { operation, undo, before, between }: Done,
): readonly string[] {
  const { properties } = schemaIn(document, bodyOfMembers(undo)?.schema)
  return Object.keys(between).filter((name) => {
    const isMeant =
      undo.resource?.role === 'update'
        ? properties.get(name)?.allows(before[name]) === true
        : isCounterValue(between[name]) && !counts.lasting.has(name)
    const isChanged = Object.hasOwn(before, name) && !isSameAsKept(before[name], between[name])
    return isMeant && isChanged && isNamedAfter(operation, name)
  })
}
