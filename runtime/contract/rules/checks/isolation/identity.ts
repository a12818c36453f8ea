import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { certainIdPathOf } from '../../../data/document/identifier.ts'
import { creatorOfItems } from '../../../data/document/resource-lookup.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { isCreationName } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { findListed, type Observation } from '../../evidence/observe.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { isRenamedByWrite } from './membership.ts'
import { type IsolationBreach, rules } from './rules.ts'

/**
 * Checks the properties of the written item that must never change: its identifier, and facts about its
 * creation.
 */
export function checkIdentity(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, plan, read, answer, after }: PerformedWrite & { item: Item },
): Verdict<IsolationBreach> {
  const creator = creatorOfItems(context.document, item.resource)
  const role = operation.resource?.role
  if (role === 'create' || role === 'delete' || creator === undefined) return nothingCompared()
  const isThere = read !== undefined && isSuccess(read.answer)
  const fresh: Observation | undefined = isThere
    ? { ...read, value: read.answer.value }
    : after && findListed(after, item)
  const made = shownProperties(creator, context.document)
  const fixed = [...made]
    .filter(([name, { keywords }]) => isFixed(name, keywords.readOnly))
    .map(([name]) => [name])
  const named = certainIdPathOf(item.resource)
  const looks = [
    ...(fresh === undefined ? [] : [fresh]),
    ...(isAboutItem(operation, answer) ? [{ by: operation, answer, value: answer.value }] : []),
  ]
  const compared = [...(named === undefined ? [] : [named]), ...fixed].flatMap((path) => {
    const before = valueAt(item.value, path)
    return looks.flatMap(({ value, answer: seen }) => {
      const now = isObject(value) ? valueAt(value, path) : undefined
      return before === undefined || now === undefined ? [] : [{ path, before, now, seen }]
    })
  })
  if (compared.length === 0) return nothingCompared()
  const changed = compared.find(
    ({ before, now }) => !isKeptValue(before, now) && !isRenamedByWrite({ item, plan }, { before, now }),
  )
  if (changed === undefined) return []
  const { path, before, now, seen } = changed
  return [
    {
      answer: seen,
      breaks: rules.identity,
      fact: {
        ...{ kind: 'identity changed', member: path.join('.'), operation: operation.operationId },
        ...{ before: shownFieldText(before), received: shownFieldText(now) },
      },
    },
  ]
}

/**
 * True if the response shows the written item. An action without a documented effect can return something new
 * instead, such as a clone or a payment.
 */
function isAboutItem({ resource, effect, responses }: OperationDescriptor, { status }: Answer): boolean {
  if (responses[String(status)]?.payloadNotShown) return false
  return resource?.role !== 'action' || effect !== undefined
}

/**
 * True for a read-only property with the time or the author of an item's creation, which never changes. A
 * writable property does not count, because clients could change it later.
 */
function isFixed(name: string, readOnly: unknown): boolean {
  return readOnly === true && isCreationName(name)
}
