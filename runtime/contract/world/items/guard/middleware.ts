import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'

/** Sends a request to the server. */
export interface Middleware {
  send(plan: RequestPlan): Promise<Answer>
}
