import { bodyOfMembers } from '../../data/document/json-body.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { NotRun } from '../../data/outcome/not-run.ts'

/** Returns the request with this value as its JSON or form. @throws NotRun if its operation has none. */
export function requestWithBody(plan: RequestPlan, value: unknown): RequestPlan {
  const body = bodyOfMembers(plan.operation)
  if (body === undefined) throw new NotRun({ kind: 'no JSON body', operation: plan.operation.operationId })
  return { ...plan, body: { mediaType: body.mediaType, value } }
}
