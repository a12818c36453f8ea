import type { OperationDescriptor } from '@concordat/runtime/http'
import { idAt, one, type Place, type Sourced, templatesOf } from '../../../data/document/place.ts'
import { creatorOf, findResource } from '../../../data/document/resource-lookup.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { ifGoing } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { foreignRoot } from './foreign-root.ts'
import { judge } from './judge.ts'
import { STRANGER } from './of-tenant.ts'
import { rules } from './rules.ts'

/** Items of the other tenant below its roots, by the keys of templates. */
const newParents = () => new Map<string, Sourced | undefined>()

/** An item below two parents is refused below those of the other tenant as well, both of them its own: a server may look at the first alone. */
export async function checkForeignChain(
  context: CheckContext,
  operation: OperationDescriptor,
  place: Place,
): Promise<readonly Finding[]> {
  const [first, second, ...below] = templatesOf(operation.path)
  const isOurs = below.length > 0 && below.every(({ key }) => place.get(key)?.origin === 'created')
  if (first === undefined || second === undefined || !isOurs) return []
  const root = await foreignRoot(context, operation)
  if (root === undefined) return []
  const parents = context.state.of(newParents)
  const above = one(first, { ...root.name, origin: 'unknown' })
  if (!parents.has(second.key)) parents.set(second.key, await makeBelow(context, second, above))
  const parent = parents.get(second.key)
  if (parent === undefined || parent.text === place.get(second.key)?.text) return []
  const names = [...place].map(([key, value]) => [key, { ...value, origin: 'unknown' as const }] as const)
  const at = { place: new Map([...names, ...above, ...one(second, { ...parent, origin: 'unknown' })]) }
  const sending = context.pool.requests.best(operation, at.place)
  const { answer } = await context.attempt(operation, { as: STRANGER, expecting: 'refusal', at, sending })
  return judge(context, operation, {
    answer,
    breaks: rules['below-another-parent'],
    what: "another tenant's credential below its own parents",
  })
}

/** Makes the other tenant a parent below its root. */
function makeBelow(
  context: CheckContext,
  template: { readonly name: string; readonly key: string },
  place: Place,
): Promise<Sourced | undefined> {
  const resource = findResource(context.document, template)
  const create = creatorOf(context.document, resource)
  if (resource === undefined || create === undefined || resource.operations.delete === undefined)
    return Promise.resolve(undefined)
  if (templatesOf(create.path).length !== 1) return Promise.resolve(undefined)
  return ifGoing(async () => {
    const sending = context.pool.requests.best(create, place)
    const attempt = { as: STRANGER, expecting: 'either', at: { place }, sending } as const
    const { created } = await context.attempt(create, attempt)
    return created && idAt(created.place, resource)
  })
}
