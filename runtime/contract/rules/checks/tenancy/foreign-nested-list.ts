import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { securityClause } from '../../../data/document/clause.ts'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { bindTemplate, type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { foreignRoot } from './foreign-root.ts'
import { OTHER_TENANT } from './of-tenant.ts'
import { rules } from './rules.ts'

/** Checks that the list below another tenant's own parent shows no item from below our parent. */
export async function checkForeignNestedList(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<readonly Finding[]> {
  const { resource: of, list, path } = operation
  const templates = pathTemplates(path)
  if (list === undefined || of === undefined || templates.length !== 1 || !context.asks(rules.list)) return []
  const root = await foreignRoot(context, operation)
  if (root === undefined || root.name.text === binding.get(root.template.key)?.text) return []
  const resource = context.pool.resourceFor(operation)
  const item = await resultIfRun(() => context.pool.items.shared(resource))
  const id = item && itemIdOf(resource, item.value)
  if (item === undefined || id === undefined) return []
  const theirs = bindTemplate(root.template, { ...root.name, origin: 'unknown' })
  const walked = await resultIfRun(() =>
    new Collection(context, operation, { binding: theirs, as: OTHER_TENANT }).walk(),
  )
  const isOurs = (other: unknown): boolean => itemIdOf(resource, other) === id && areAlike(item.value, other)
  const page = walked?.pages.find(({ items }) => items.some(isOurs))
  if (page === undefined) return []
  return [
    context.finding({
      ...{ operation, clause: securityClause(operation), answer: page.answer, breaks: rules.list },
      fact: { kind: "others' item listed", id },
    }),
  ]
}

/**
 * True if two items have equal values in all properties that both have. An equal id alone does not count,
 * because ids may be counted separately for each parent.
 */
function areAlike(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false
  const shared = Object.keys(one).filter((name) => Object.hasOwn(other, name))
  return shared.length > 1 && shared.every((name) => isSameAsKept(one[name], other[name]))
}
