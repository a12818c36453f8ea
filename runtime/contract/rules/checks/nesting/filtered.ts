import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { parameterClause } from '../../../data/document/clause.ts'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { singularOf, snakeCase } from '../../../lexicon/lexicon.ts'
import { isThisItem } from '../../../world/items/identity/same-item.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { rules } from './rules.ts'

/** A filter of a list of parents by a property of their children: "task_label" for the labels of tasks. */
interface FilterByChildren {
  readonly list: OperationDescriptor
  readonly parameter: ParameterDescriptor
  readonly member: string
  readonly isArray: boolean
}

/**
 * Checks that a list of parents, filtered by a property of their children, shows and counts a parent once,
 * even if two of its children have the value.
 */
export async function checkFiltered({
  context,
  create,
  parent,
}: {
  readonly context: CheckContext
  /** The operation that creates children. */
  readonly create: OperationDescriptor
  readonly parent: Item
}): Promise<Verdict> {
  const filter = filterByChildren(context, create, parent)
  if (filter === undefined || !context.asks(rules.filtered)) return nothingCompared()
  const { list, parameter, member, isArray } = filter
  const value = context.pool.requests.names.tag()
  const binding = await context.pool.bindings.around(create, parent.binding)
  for (let number = 1; number <= 2; number++) {
    const values = () => ({ [member]: isArray ? [value] : value })
    if ((await itemWith(context, create, { binding, values })) === undefined) return nothingCompared()
  }
  const at = await context.pool.bindings.around(list, parent.binding)
  const query = { [parameter.name]: value }
  const walk = await resultIfRun(() => new Collection(context, list, { binding: at }).walk(query))
  const [page] = walk?.pages ?? []
  const shown = walk?.items.filter((item) => isThisItem(parent, item)).length ?? 0
  if (walk === undefined || page === undefined || shown === 0) return nothingCompared()
  const report = (fact: Fact): Verdict => [
    context.finding({
      ...{ operation: list, answer: page.answer, breaks: rules.filtered, fact },
      clause: parameterClause(list, parameter),
    }),
  ]
  if (shown > 1) return report({ kind: 'twice in pages', ids: [value], query: `${parameter.name}=${value}` })
  const { count } = page
  if (count === undefined || !walk.isWhole || count === walk.items.length) return []
  return report({ kind: 'wrong count', of: 'filter', items: walk.items.length, received: String(count) })
}

function filterByChildren(
  { document }: CheckContext,
  create: OperationDescriptor,
  { resource }: Item,
): FilterByChildren | undefined {
  const list = operationById(document, resource.operations.list)
  const child = snakeCase(singularOf(create.path.split('/').at(-1) ?? ''))
  const { properties } = schemaIn(document, bodyOfMembers(create)?.schema)
  for (const [member, schema] of properties) {
    const isArray = schema.types.includes('array')
    const own = snakeCase(member)
    const names = [own, singularOf(own)].map((name) => `${child}_${name}`)
    const parameter = list?.parameters?.find(
      ({ in: location, name }) => location === 'query' && names.includes(snakeCase(name)),
    )
    if (list !== undefined && parameter !== undefined && isFreeText(isArray ? schema.items : schema))
      return { list, parameter, member, isArray }
  }
  return undefined
}

function isFreeText({ types, keywords, values: { listed } }: Schema): boolean {
  return types.includes('string') && listed === undefined && !('format' in keywords || 'pattern' in keywords)
}
