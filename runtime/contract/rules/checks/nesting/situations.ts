import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import { isRetirement } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { changeOfTexts } from '../../evidence/above.ts'
import { changedMemberValue } from '../../evidence/changes/changed-member.ts'
import { requiredBesideChange, visibleFields } from '../../evidence/fields.ts'
import type { Child, Scene } from './scene.ts'

/** Maximum number of actions in one tour. */
const MOST_ACTIONS = 3

/** A way into a situation. */
export interface Situation {
  readonly name: string
  /**
   * True if the write concerns only the item itself, so that it must leave everything around the item as it
   * was. An action, or another value of a choice, can mean more.
   */
  readonly isPlain: boolean
  /** The operation that leads to the situation. */
  readonly operation: OperationDescriptor
  /** The item below the item that the operation removes. */
  readonly removes?: Child
  /** Sends the request; the result is `undefined` if none can be sent. */
  enter(): Promise<Answer | undefined>
}

/** True if the document has an operation that leads a resource's items to other situations. */
export function hasSituations(document: DocumentDescriptor, resource: ResourceDescriptor): boolean {
  const { operations } = resource
  const isRemovedBelow = document.resources.some(
    (below) => below.parent?.name === resource.name && below.operations.delete !== undefined,
  )
  const isChanged = (operations.update ?? operations.replace) !== undefined || isRemovedBelow
  return isChanged || actionsOf(document, resource).length > 0
}

/** The situations that an item can be in according to the document, in the order of a tour. */
export function situationsOf(scene: Scene): readonly Situation[] {
  return [
    ...changes(scene, 'other texts', true),
    ...changes(scene, 'other values', false),
    ...changes(scene, 'other texts again', true),
    ...removals(scene),
    ...actions(scene),
  ]
}

function changes({ context, item }: Scene, name: string, isPlain: boolean): readonly Situation[] {
  const { update, replace } = item.resource.operations
  const operation = operationById(context.document, update ?? replace)
  if (operation === undefined) return []
  const planOf = () =>
    isPlain ? changeOfTexts(context, operation, item) : changeOfValues(context, operation, item)
  const enter = async (): Promise<Answer | undefined> => {
    const sending = planOf()
    return sending && sent(context, operation, { expecting: 'either', at: asFixture(item), sending })
  }
  return [{ name, isPlain, operation, enter }]
}

/** A change of all properties, as far as they can have other values. */
function changeOfValues(context: CheckContext, operation: OperationDescriptor, item: Item) {
  const { value: before } = item
  const fields = visibleFields(context, operation, operation).flatMap(({ name, schema }) => {
    const other = isObject(before) ? before[name] : undefined
    return [[name, changedMemberValue(context, schema, { variant: 'full', hint: name, other })] as const]
  })
  if (fields.length === 0) return undefined
  const plan = context.pool.requests.plan(operation, item.binding, 'empty')
  return requestWithBody(plan, {
    ...requiredBesideChange(context, operation, before),
    ...Object.fromEntries(fields),
  })
}

/** The removal of the last of several items of each kind below the item. */
function removals({ context, children }: Scene): readonly Situation[] {
  return [...Map.groupBy(children, ({ create }) => create).values()].flatMap((own): readonly Situation[] => {
    const removes = own.at(-1)
    const operation = operationById(context.document, removes?.item.resource.operations.delete)
    if (removes === undefined || own.length < 2 || operation === undefined) return []
    const attempt = { expecting: 'either', at: asFixture(removes.item) } as const
    const enter = () => sent(context, operation, attempt)
    return [{ name: 'fewer items below', isPlain: true, operation, removes, enter }]
  })
}

function actions({ context, item }: Scene): readonly Situation[] {
  return actionsOf(context.document, item.resource).map((operation) => ({
    ...{ name: operation.operationId, isPlain: false, operation },
    enter: () => sent(context, operation, { expecting: 'either', at: asFixture(item) }),
  }))
}

function actionsOf(document: DocumentDescriptor, resource: ResourceDescriptor) {
  return resource.actions
    .flatMap((id) => operationById(document, id) ?? [])
    .filter((action) => isMeant(action, resource))
    .slice(0, MOST_ACTIONS)
}

/** True for an action on the item alone that may leave the item. */
function isMeant(action: OperationDescriptor, { item = '' }: ResourceDescriptor): boolean {
  const { method, path } = action
  const isBelow = path.startsWith(`${item}/`) && !path.slice(item.length).includes('{')
  return isBelow && (method === 'POST' || method === 'PUT') && !isRetirement(action)
}

async function sent(
  context: CheckContext,
  operation: OperationDescriptor,
  attempt: Parameters<CheckContext['attempt']>[1],
): Promise<Answer | undefined> {
  const answer = await resultIfRun(async () => (await context.attempt(operation, attempt)).answer)
  return answer !== undefined && isSuccess(answer) ? answer : undefined
}
