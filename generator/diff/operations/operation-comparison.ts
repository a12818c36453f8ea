import type { Model, Operation } from '../../model/model.ts'
import type { Pair } from '../schemas/difference.ts'
import type { OperationContext, TellChange } from './context.ts'
import { compareParameters } from './parameters.ts'
import { comparableUrl, isMovedOperation, isReachedByOldCallers } from './places.ts'
import { compareRequestBodies } from './request-body.ts'
import { compareResponses } from './responses.ts'
import { compareSecurity } from './security.ts'
import { comparedSunset, compareSunsets } from './sunset.ts'

/** Compares an operation that exists in both documents. */
export function compareOperation(pair: Pair<Operation>, context: OperationContext): void {
  compareNames(pair, context)
  const descriptors = { old: pair.old.descriptor, new: pair.new.descriptor }
  compareParameters(descriptors, context)
  compareRequestBodies(descriptors, context)
  compareResponses(descriptors, context)
  compareSecurity(descriptors, context)
}

/** Name of an operation in messages: "GET /pets". */
export function comparedOperationTitle({ descriptor: { method, path } }: Operation): string {
  return `${method} ${path}`
}

function compareNames(pair: Pair<Operation>, { models, places: served, scope }: OperationContext): void {
  const { old, new: now } = pair
  const places = {
    label: comparedOperationTitle(now),
    old: old.descriptor.pointer,
    new: now.descriptor.pointer,
  }
  const tell: TellChange = (kind, told) => scope.add({ kind, ...places, ...told })
  if (isMovedOperation(pair, served))
    tell('operation-moved', { was: comparedOperationTitle(old), is: comparedOperationTitle(now) })
  const groups = { was: memberOf(old, models.old), is: memberOf(now, models.new) }
  if (old.name !== now.name) tell('operation-renamed', { was: old.name, is: now.name })
  else if (groups.was !== groups.is) tell('operation-group-changed', groups)
  if (now.deprecated && !old.deprecated) tell('operation-deprecated')
  compareSunsets({ old: comparedSunset(old, models.old), new: comparedSunset(now, models.new) }, tell)
  const [was, is] = [ownServer(old), ownServer(now)]
  if (was !== is && !isReachedByOldCallers(pair, served)) {
    const usual = "the document's servers"
    tell('operation-server-changed', { was: was ?? usual, is: is ?? usual })
  }
  const [walked, walks] = [isWalked(old), isWalked(now)]
  if (walked !== walks) tell(walks ? 'pagination-gained' : 'pagination-lost')
}

function ownServer({ descriptor: { server } }: Operation): string | undefined {
  return server && comparableUrl(server.url, server.root)
}

function isWalked({ paging }: Operation): boolean {
  return paging !== undefined && !('unproven' in paging)
}

/** Name of an operation in the client: "pets.list". */
function memberOf({ descriptor, memberName, isTagged }: Operation, { tags }: Model): string {
  const tag = tags.find(({ name }) => isTagged && name === descriptor.tag)
  const groups = tag === undefined ? [] : [...tag.parents, tag].map(({ identifier }) => identifier)
  return [...groups, memberName].join('.')
}
