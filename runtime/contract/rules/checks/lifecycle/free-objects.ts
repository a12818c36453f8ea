import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, withoutAt } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  NotRun,
  nothingCompared,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue, isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import {
  type Field,
  isMapField,
  isOpenMapField,
  shownFieldText,
  visibleFields,
} from '../../evidence/fields.ts'
import { type Observation, observeItem } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { rules } from './rules.ts'

/** Values that are stored first. The list contains a duplicate and is not in order. */
const ANYTHING = { first: 'one', listed: ['b', 'a', 'b'] }
const GONE = { first: null }

const MERGE_PATCH = 'application/merge-patch+json'

/**
 * Checks that a change to an object that allows any properties either merges with it or replaces it, and that
 * the response shows the result. With a merge patch, it must merge, and `null` must remove a property.
 * @see RFC 7396, 2
 */
export async function checkUpdatedFreeObjects(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  if (operation.method !== 'PATCH' || !context.asks(rules['open-objects'])) return nothingCompared()
  const own = await resultOrNotRun(() => ownItem(context, operation))
  if (own instanceof NotRun) return own
  const verdicts: Verdict[] = []
  for (const change of inEachMedia(operation)) {
    const maps = visibleFields(context, change, own.seen.by).filter(isMapField)
    // Maps with values of one kind are all treated alike, so one of them is enough.
    const [kind] = maps.filter((field) => !isOpenMapField(field))
    for (const field of maps.filter((one) => isOpenMapField(one) || one === kind))
      verdicts.push(await resultOrNotRun(() => checkField(context, change, field)))
  }
  return allVerdicts(verdicts)
}

/**
 * Returns the operation as other rules send it and, if it also accepts merge patches, as if it accepted
 * nothing else.
 */
function inEachMedia(operation: OperationDescriptor): readonly OperationDescriptor[] {
  const { requestBody } = operation
  const merge = requestBody?.content[MERGE_PATCH]
  if (requestBody === undefined || merge === undefined || jsonBody(operation)?.mediaType === MERGE_PATCH)
    return [operation]
  return [operation, { ...operation, requestBody: { ...requestBody, content: { [MERGE_PATCH]: merge } } }]
}

async function checkField(
  context: CheckContext,
  operation: OperationDescriptor,
  field: Field,
): Promise<Finding[]> {
  const { item } = await ownItem(context, operation)
  const [first, second] = isOpenMapField(field) ? [ANYTHING, { second: 'two' }] : membersOf(context, field)
  const both = { ...first, ...second }
  const change = (value: object): Promise<Change> => changeField(context, operation, { field, item, value })
  const report = (seen: Change, wanted: Wanted, value?: unknown): Finding[] => [
    findingOf(context, operation, { field, change: seen, wanted, value }),
  ]
  const stored = await change(first)
  if (!isKeptValue(first, partOf(stored.now, first))) return report(stored, 'sent', first)
  const changed = await change(second)
  const { answer } = changed
  const shown = isSuccess(answer) && isObject(answer.value) ? answer.value[field.name] : undefined
  if (shown !== undefined && !isSameAsKept(shown, changed.now)) return report(changed, 'answered', shown)
  const isMerged = isKeptValue(both, partOf(changed.now, both))
  if (jsonBody(operation)?.mediaType !== MERGE_PATCH)
    return isMerged || isSameAsKept(changed.now, second) ? [] : report(changed, 'merged or replaced')
  return isMerged ? checkNull({ change, report }, both) : report(changed, 'merged', both)
}

interface Trial {
  change(value: object): Promise<Change>
  report(seen: Change, wanted: Wanted, value?: unknown): Finding[]
}

/** Checks that null in a merge patch removes its property, and no other. */
async function checkNull({ change, report }: Trial, before: object): Promise<Finding[]> {
  const removed = await change(GONE)
  if (isObject(removed.now) && Object.hasOwn(removed.now, 'first')) return report(removed, 'without null')
  const others = withoutAt(before, ['first'])
  return isKeptValue(others, partOf(removed.now, Object(others))) ? [] : report(removed, 'merged', others)
}

type Wanted = Fact<'open object changed'>['wanted']

/** A change to an object, and the object after the change. */
interface Change {
  readonly answer: Answer
  readonly seen: Observation
  readonly now: unknown
}

async function changeField(
  context: CheckContext,
  operation: OperationDescriptor,
  { field: { name }, item, value }: { readonly field: Field; readonly item: Item; readonly value: object },
): Promise<Change> {
  const plan = context.pool.requests.plan(operation, item.binding, 'empty')
  const { answer } = await context.attempt(operation, {
    expecting: 'success',
    at: asFixture(item),
    sending: requestWithBody(plan, { [name]: value }),
  })
  const seen = await observeItem(context, item)
  if (seen.value === undefined)
    throw new NotRun({ kind: 'does not show the item', operation: seen.by.operationId })
  return { answer, seen, now: isObject(seen.value) ? seen.value[name] : undefined }
}

function findingOf(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    field: { name, clause },
    change: { seen, now, answer },
    wanted,
    value,
  }: { readonly field: Field; readonly change: Change; readonly wanted: Wanted; readonly value: unknown },
): Finding {
  return context.finding({
    operation,
    answer: seen.answer,
    clause,
    breaks: rules['open-objects'],
    cause: { kind: 'member', name },
    fact: {
      ...{ kind: 'open object changed', member: name, wanted, operation: operation.operationId },
      ...{ sent: shownFieldText(value), received: shownFieldText(now) },
    },
    beside: [answer],
  })
}

/** Entries for two changes to a map whose values are of one kind. */
function membersOf({ pool }: CheckContext, { name, schema }: Field): readonly [object, object] {
  const made = (): unknown =>
    pool.requests.value(schema.additionalProperties, { variant: 'full', hint: name })
  return [{ first: made(), other: made() }, { second: made() }]
}

/** The properties of an object whose names another object has too. */
function partOf(value: unknown, names: object): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key in names)) : value
}
