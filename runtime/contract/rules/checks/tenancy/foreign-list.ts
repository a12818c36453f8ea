import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { securityClause } from '../../../data/document/clause.ts'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { blankPath, pathTemplates, resourceItemPath } from '../../../data/document/path-binding.ts'
import { creatorOfItems, operationById } from '../../../data/document/resource-lookup.ts'
import { type SchemaScope, schemaIn } from '../../../data/document/schema-in.ts'
import { NotRun, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { searches, texts } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { isOfTenant, isTenantWrittenBelow, OTHER_TENANT } from './of-tenant.ts'
import { rules } from './rules.ts'

/**
 * Checks a list that is not below a tenant's id. Such a list shows each caller its own items, so it must not
 * show our item to another tenant.
 */
export async function checkForeignList(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const resource = context.pool.resourceFor(operation)
  const item = await context.pool.items.shared(resource)
  if (!isListOfTenant(context, operation, item))
    throw new NotRun({ kind: "perhaps everybody's", operation: operation.operationId })
  const id = itemIdOf(resource, item.value)
  if (id === undefined) return new NotRun({ kind: 'no member names it', resource: resource.name })
  const collection = new Collection(context, operation, { binding: item.binding, as: OTHER_TENANT })
  const walks = [await collection.walk()]
  for (const query of choicesOf(context.document, operation, item)) {
    const walk = await resultIfRun(() => collection.walk(query))
    if (walk !== undefined) walks.push(walk)
  }
  const page = walks
    .flatMap(({ pages }) => pages)
    .find(({ items }) => items.some((other) => itemIdOf(resource, other) === id))
  if (page === undefined) return []
  return [
    context.finding({
      operation,
      clause: securityClause(operation),
      answer: page.answer,
      breaks: rules.list,
      fact: { kind: "others' item listed", id },
    }),
  ]
}

/** Maximum number of filters with which another tenant reads a list. */
const MOST_FILTERS = 2

/** True if each tenant has its own items in a list, as far as the document shows. */
function isListOfTenant(context: CheckContext, list: OperationDescriptor, item: Item): boolean {
  const { document } = context
  const { read, update, replace, delete: remove } = item.resource.operations
  const onItem = operationById(document, read ?? update ?? replace ?? remove)
  const template = pathTemplates(resourceItemPath(item.resource)).at(-1)
  if (onItem === undefined || template === undefined)
    return (
      creatorOfItems(document, item.resource) !== undefined ||
      list.path.includes('{') ||
      isTenantWrittenBelow(document, `${blankPath(list.path)}/{}`)
    )
  return isOfTenant(context, { template, binding: item.binding, operation: onItem })
}

/**
 * Returns at most two filters and one search that match the item. A server can use separate queries for
 * filtered lists and for searches.
 */
function choicesOf(
  document: SchemaScope,
  { parameters = [] }: OperationDescriptor,
  { value }: Item,
): readonly Readonly<Record<string, string>>[] {
  const chosen = parameters.flatMap(({ name, in: location, schema }) => {
    const own = memberOf(value, name)
    const { choices } = schemaIn(document, schema).values
    const isValue = typeof own === 'string' || typeof own === 'boolean'
    return location === 'query' && choices !== undefined && isValue ? [{ [name]: String(own) }] : []
  })
  const search = parameters.find(({ name, in: location }) => location === 'query' && searches.has(name))
  const [, text] =
    Object.entries(isObject(value) ? value : {}).find(
      ([name, own]) => texts.prose.has(name) && typeof own === 'string' && own !== '',
    ) ?? []
  const sought = search === undefined || typeof text !== 'string' ? [] : [{ [search.name]: text }]
  return [...chosen.slice(0, MOST_FILTERS), ...sought]
}
