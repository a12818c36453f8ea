import { sourceOfRequests } from '../../data/document/path-binding.ts'
import type { Answer } from '../../data/exchange/answer.ts'
import type { RequestPlan, SentValue } from '../../data/exchange/request.ts'

/** Returns the request with a query or header parameter set to a value, and with the value's source. */
export function requestWithValue(
  plan: RequestPlan,
  { location, ...value }: SentValue & { readonly location: 'query' | 'header' },
): RequestPlan {
  return {
    ...plan,
    [location]: { ...plan[location], [value.name]: value.text },
    sources: [...(plan.sources ?? []), { location, ...value }],
  }
}

/** Returns the request with one of its headers set to an entity tag, which may come from a response. */
export function requestWithTag(
  plan: RequestPlan,
  { name, text, answer }: { readonly name: string; readonly text: string; readonly answer: Answer },
): RequestPlan {
  const from = answer.headers.get('etag') === text ? sourceOfRequests(answer.number) : {}
  return requestWithValue(plan, { location: 'header', name, text, ...from })
}
