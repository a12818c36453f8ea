import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { sentMedia } from '../../data/document/json-body.ts'
import { othersNamedIn } from '../../data/document/reference.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { withoutMembers } from './members/identifier-members.ts'

/** Returns the request without optional properties that name other items. */
export function requestWithoutOthers(plan: RequestPlan, document: DocumentDescriptor): RequestPlan {
  const { operation, body } = plan
  if (body === undefined || !isObject(body.value)) return plan
  const { required } = schemaIn(document, sentMedia(operation, body.mediaType).schema).member
  const others = othersNamedIn(body.value, operation, document).filter((name) => !required.has(name))
  return { ...plan, body: { ...body, value: withoutMembers(body.value, new Set(others)) } }
}
