import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { idPathOf } from '../../../data/document/identifier.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import type { Observation } from '../../evidence/observe.ts'

/** Names and schemas of the properties that two responses show. */
interface Members {
  readonly own: ReadonlyMap<string, Schema>
  readonly shown: ReadonlyMap<string, Schema>
}

const CREATED = 201

/**
 * True if an action returns something other than the item, such as a token or a fork, so that properties with
 * the same name need not agree. This is assumed if its response lacks the identifier that a read shows, and
 * either has status 201 or shares fewer than half of its properties with the read. It is also assumed if the
 * response is one that omits the name of the item, although another response to the action shows it.
 * @see RFC 9110, 15.3.2
 */
export function isOfItsOwn(
  document: DocumentDescriptor,
  { by, answer, value }: Pick<Observation, 'by' | 'answer' | 'value'>,
  { own, shown }: Members,
): boolean {
  const resource = resourceByName(document, by.resource?.name)
  const [name] = (resource && idPathOf(resource)) ?? []
  const naming = [name, resource?.idParameter].filter((each) => each !== undefined && own.has(each))
  const views = shownSchemas(by, document).flatMap(({ alternatives }) => alternatives)
  const isOmitted = (each = ''): boolean =>
    !Object.hasOwn(Object(value), each) && !views.every(({ required }) => required.has(each))
  if (naming.length > 0 && naming.every(isOmitted)) return true
  if (name === undefined || !shown.has(name) || own.has(name)) return false
  const shared = [...own.keys()].filter((member) => shown.has(member)).length
  return answer.status === CREATED || shared < own.size / 2
}
