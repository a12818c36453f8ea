import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { documentedBodyMedia } from '../../data/document/json-body.ts'
import { referencesInSentBody } from '../../data/document/reference.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { bodyWithoutMembers } from './members/identifier-members.ts'

/** Returns the request without optional properties that name other items. */
export function requestWithoutOthers(plan: RequestPlan, document: DocumentDescriptor): RequestPlan {
  const { operation, body } = plan
  if (body === undefined || !isObject(body.value)) return plan
  const { required } = schemaIn(document, documentedBodyMedia(operation, body.mediaType).schema).member
  const others = referencesInSentBody(body.value, operation, document).filter((name) => !required.has(name))
  return { ...plan, body: { ...body, value: bodyWithoutMembers(body.value, new Set(others)) } }
}
