import type { OperationDescriptor } from '@concordat/runtime/http'
import {
  bindTemplate,
  boundItemId,
  type PathBinding,
  pathTemplates,
  type Sourced,
} from '../../../data/document/path-binding.ts'
import { creatorOfItems, findResource } from '../../../data/document/resource-lookup.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { resultIfGoing } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { foreignRoot } from './foreign-root.ts'
import { judgeForeignAnswer } from './judge.ts'
import { OTHER_TENANT } from './of-tenant.ts'
import { rules } from './rules.ts'

/** The other tenant's items below its roots, by template key. */
const newParents = () => new Map<string, Sourced | undefined>()

/**
 * Checks that an item below two parents is also rejected below two parents that belong to the other tenant,
 * because a server might check only the first parent.
 */
export async function checkForeignChain(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<readonly Finding[]> {
  const [first, second, ...below] = pathTemplates(operation.path)
  const isOurs = below.length > 0 && below.every(({ key }) => binding.get(key)?.origin === 'created')
  if (first === undefined || second === undefined || !isOurs) return []
  const root = await foreignRoot(context, operation)
  if (root === undefined) return []
  const parents = context.state.of(newParents)
  const above = bindTemplate(first, { ...root.name, origin: 'unknown' })
  if (!parents.has(second.key)) parents.set(second.key, await makeBelow(context, second, above))
  const parent = parents.get(second.key)
  if (parent === undefined || parent.text === binding.get(second.key)?.text) return []
  const names = [...binding].map(([key, value]) => [key, { ...value, origin: 'unknown' as const }] as const)
  const at = {
    binding: new Map([...names, ...above, ...bindTemplate(second, { ...parent, origin: 'unknown' })]),
  }
  const sending = context.pool.requests.best(operation, at.binding)
  const { answer } = await context.attempt(operation, { as: OTHER_TENANT, expecting: 'refusal', at, sending })
  return judgeForeignAnswer(context, operation, {
    answer,
    breaks: rules['below-another-parent'],
    what: "another tenant's credential, at a path below that tenant's own items",
  })
}

/** Creates a parent for the other tenant, below that tenant's root. */
function makeBelow(
  context: CheckContext,
  template: { readonly name: string; readonly key: string },
  binding: PathBinding,
): Promise<Sourced | undefined> {
  const resource = findResource(context.document, template)
  const create = creatorOfItems(context.document, resource)
  if (resource === undefined || create === undefined || resource.operations.delete === undefined)
    return Promise.resolve(undefined)
  if (pathTemplates(create.path).length !== 1) return Promise.resolve(undefined)
  return resultIfGoing(async () => {
    const sending = context.pool.requests.best(create, binding)
    const attempt = { as: OTHER_TENANT, expecting: 'either', at: { binding }, sending } as const
    const { created } = await context.attempt(create, attempt)
    return created && boundItemId(created.binding, resource)
  })
}
