import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { idPathOf } from '../../../data/document/identifier.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
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
 * either has status 201 or shares fewer than half of its properties with the read.
 * @see RFC 9110, 15.3.2
 */
export function isOfItsOwn(
  document: Pick<DocumentDescriptor, 'resources'>,
  { by, answer }: Pick<Observation, 'by' | 'answer'>,
  { own, shown }: Members,
): boolean {
  const resource = resourceByName(document, by.resource?.name)
  const [name] = (resource && idPathOf(resource)) ?? []
  if (name === undefined || !shown.has(name) || own.has(name)) return false
  const shared = [...own.keys()].filter((member) => shown.has(member)).length
  return answer.status === CREATED || shared < own.size / 2
}
