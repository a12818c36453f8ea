import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { idPathOf, itemIdOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import {
  boundItemId,
  namesOfTemplate,
  parameterOfTemplate,
  pathTemplates,
  type Sourced,
  sourceOfRequests,
  type Template,
} from '../../../data/document/path-binding.ts'
import { creatorOfItems, findResource, operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import { resultIfGoing } from '../../../data/outcome/not-run.ts'
import { configuredParameter } from '../../../traffic/target/target.ts'
import { requestWithoutOthers } from '../../../world/requests/without-others.ts'
import type { CheckContext } from '../../check.ts'
import type { RunFact } from '../../run-state.ts'
import { OTHER_TENANT } from './of-tenant.ts'

/** An item of the other tenant that a path's first parameter identifies. */
export interface ForeignRoot {
  readonly template: Template
  readonly name: Sourced
  /** True if the run created the item, so only the run's own items can be below it. */
  readonly isNew: boolean
}

interface Found extends Pick<ForeignRoot, 'isNew'> {
  readonly id: string
}

/** Names of the roots that this worker found, by resource. */
const newNames = () => new Map<string, Sourced>()

/** The fact that stores a resource's root, which is searched for once per run; null if there is none. */
function rootOf({ name }: ResourceDescriptor): RunFact<Found | null> {
  return {
    name: `an item of another tenant of "${name}"`,
    is: (value): value is Found | null =>
      value === null || (isObject(value) && typeof value['id'] === 'string'),
  }
}

/**
 * Finds a value for the operation's first path parameter that identifies the other tenant's item: from the
 * configuration, from a create with that tenant's credential, or from that tenant's list.
 * @returns `undefined` if there is no such item.
 */
export async function foreignRoot(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<ForeignRoot | undefined> {
  const [template] = pathTemplates(operation.path)
  if (template === undefined) return undefined
  const configured = configuredParameter(
    { pathParameters: context.otherTenantPath },
    namesOfTemplate(template),
  )
  if (configured !== undefined) return { template, name: { text: configured }, isNew: false }
  const resource = findResource(context.document, template)
  if (resource === undefined) return undefined
  const found = await context.state.once(rootOf(resource), () => find(context, resource))
  if (found === null) return undefined
  const { id, isNew } = found
  const name = context.state.of(newNames).get(resource.name) ?? { text: id }
  return isAllowed(context, operation, { template, text: name.text }) ? { template, isNew, name } : undefined
}

/** False for a value that the path parameter cannot have. A server can reject it without a look at items. */
function isAllowed(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { template, text }: { readonly template: Template; readonly text: string },
): boolean {
  const stated = schemaIn(document, parameterOfTemplate(operation, template)?.schema)
  return [text, Number(text)].some((value) => stated.allows(value))
}

async function find(context: CheckContext, resource: ResourceDescriptor): Promise<Found | null> {
  const made = await make(context, resource)
  const name = made ?? (await firstListed(context, resource))
  if (name === undefined) return null
  context.state.of(newNames).set(resource.name, name)
  return { id: name.text, isNew: made !== undefined }
}

/**
 * Creates an item for the other tenant, but only if it can be removed again or is allowed to stay, and does
 * not depend on the run's own items.
 */
async function make(context: CheckContext, resource: ResourceDescriptor): Promise<Sourced | undefined> {
  const create = creatorOfItems(context.document, resource)
  const mayStay = context.pool.permission.isDisposable || resource.operations.delete !== undefined
  if (create === undefined || create.path.includes('{') || !mayStay) return undefined
  return resultIfGoing(async () => {
    const at = { binding: new Map() }
    const { requests } = context.pool
    // If the body contains the item's name, uses a name other than the run's own, so that the two tenants'
    // items have different names.
    const request = saysName(create, resource, context.document)
      ? requests.plan(create, at.binding, 'full')
      : requests.best(create, at.binding)
    const sending = requestWithoutOthers(request, context.document)
    const made = await context.attempt(create, { as: OTHER_TENANT, expecting: 'either', at, sending })
    const { created, isFoundAgain } = made
    return created === undefined || isFoundAgain === true ? undefined : boundItemId(created.binding, resource)
  })
}

function saysName(
  create: OperationDescriptor,
  resource: ResourceDescriptor,
  document: DocumentDescriptor,
): boolean {
  const [name = ''] = idPathOf(resource) ?? []
  const around = resource.envelopes?.[create.operationId]?.written ?? []
  const written = schemaIn(document, jsonBody(create)?.schema).at(around)
  return written?.properties.has(name) === true
}

async function firstListed(
  context: CheckContext,
  resource: ResourceDescriptor,
): Promise<Sourced | undefined> {
  const list = operationById(context.document, resource.operations.list)
  if (list === undefined || list.path.includes('{')) return undefined
  const answer = await context.read(context.pool.requests.best(list, new Map()), OTHER_TENANT)
  const items = isSuccess(answer) ? (itemsInAnswer(list, answer.value) ?? []) : []
  const text = items.length > 0 ? itemIdOf(resource, items[0]) : undefined
  return text === undefined ? undefined : { text, ...sourceOfRequests(answer.number) }
}
