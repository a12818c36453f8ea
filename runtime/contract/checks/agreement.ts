import type { OperationDescriptor, ResourceDescriptor } from '../../http/operation.ts'
import { isSuccess } from '../answer.ts'
import type { Check, CheckContext } from '../check.ts'
import { below } from '../clause.ts'
import type { Finding } from '../finding.ts'
import { blank, nameInPath, type Place } from '../fixtures/place.ts'
import { idOf } from '../fixtures/resource-lookup.ts'
import { isObject } from '../fixtures/shape.ts'
import { shownProperties } from '../fixtures/shown.ts'
import { NotRun } from '../not-run.ts'
import { isKept } from '../same.ts'
import { show } from './lifecycle/fields.ts'
import { findInList, type Observation, observe, readItem } from './lifecycle/observe.ts'

const WRITES = ['create', 'update', 'replace', 'action']

/** One item has one set of values, wherever it is shown. */
export const agreement: Check = {
  code: 'agreement',
  grade: 'derived',
  description:
    'What a write answers equals what a fresh read shows, member by member, and a list shows the same values of an item as its own read operation.',
  applies: (operation, document) => {
    const { role, name } = operation.resource ?? {}
    const resource = document.resources.find((candidate) => candidate.name === name)
    if (resource?.item === undefined || shownProperties(operation, document).size === 0) return false
    if (role === 'list') return resource.operations.read !== undefined && operation.list !== undefined
    const reader = resource.operations.read ?? resource.operations.list
    // An action on the collection answers about no item in particular.
    const hasItem = role === 'create' || blank(operation.path).startsWith(blank(resource.item))
    return WRITES.includes(role ?? '') && operation.method !== 'GET' && reader !== undefined && hasItem
  },
  title: ({ resource }) =>
    resource?.role === 'list'
      ? 'the list shows the same values as the item alone'
      : 'the answer shows the same values as a fresh read',
  run: (context, operation) =>
    operation.resource?.role === 'list'
      ? listAndDetail(context, operation)
      : answerAndRead(context, operation),
}

async function answerAndRead(context: CheckContext, operation: OperationDescriptor): Promise<Finding[]> {
  const { answer, place, created } = await context.fixtures.succeed(operation)
  const resource = context.fixtures.resource(operation.resource?.name)
  if (resource === undefined) throw new NotRun(`${operation.operationId} belongs to no resource`)
  if (created === undefined && operation.resource?.role === 'create')
    throw new NotRun(`${operation.operationId} answered no identifier of what it created`)
  if (isAboutAnother(resource, answer.value, place))
    throw new NotRun(`${operation.operationId} answers about another item`)
  const item = created ?? { resource, place, value: answer.value }
  return compare(context, operation, {
    first: { by: operation, answer, value: answer.value },
    look: () => observe(context, item),
  })
}

/** An action may answer what it made of the item: a clone, a payment. */
function isAboutAnother(resource: ResourceDescriptor, value: unknown, place: Place): boolean {
  const own = nameInPath({ resource, place })
  const answered = idOf(resource, value)
  return own !== undefined && answered !== undefined && own !== answered
}

async function listAndDetail(context: CheckContext, operation: OperationDescriptor): Promise<Finding[]> {
  const resource = context.fixtures.resource(operation.resource?.name)
  if (resource === undefined) throw new NotRun(`${operation.operationId} belongs to no resource`)
  const item = await context.fixtures.shared(resource)
  const listed = await findInList(context, item)
  if (listed === undefined || listed.value === undefined)
    throw new NotRun(`${operation.operationId} does not show the item that was made for it`)
  const look = async (): Promise<Observation> => {
    const read = await readItem(context, item)
    if (read === undefined || !isSuccess(read.answer)) throw new NotRun('the item cannot be read alone')
    return read
  }
  return compare(context, operation, { first: listed, look })
}

/** Members that both show and that differ, unless they differ from one read to the next as well. */
async function compare(
  context: CheckContext,
  operation: OperationDescriptor,
  { first, look }: { first: Observation; look: () => Promise<Observation> },
): Promise<Finding[]> {
  const second = await look()
  const names = differing(context, first, second).filter((name) => !isHeldBack(first, second, name))
  if (names.length === 0) return []
  const third = await look()
  const moving = new Set(differing(context, second, third))
  return names
    .filter((name) => !moving.has(name))
    .map((name) =>
      context.finding({
        operation,
        answer: second.answer,
        clause: below(operation.pointer, 'responses'),
        basis: 'derived',
        expected: `"${name}" as ${first.by.operationId} answered it: ${show(memberOf(first.value, name))}`,
        received: `${show(memberOf(second.value, name))} from ${second.by.operationId}`,
      }),
    )
}

/** A list may hold back a text, such as a secret: an empty one stands in its place. */
function isHeldBack(listed: Observation, read: Observation, name: string): boolean {
  return (
    listed.by.list !== undefined && memberOf(listed.value, name) === '' && memberOf(read.value, name) !== ''
  )
}

function differing({ document }: CheckContext, left: Observation, right: Observation): string[] {
  const shown = shownProperties(right.by, document)
  return [...shownProperties(left.by, document).keys()].filter((name) => {
    const [one, other] = [memberOf(left.value, name), memberOf(right.value, name)]
    const isShown = shown.has(name) && one !== undefined && other !== undefined
    return isShown && !(isKept(one, other) && isKept(other, one))
  })
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
