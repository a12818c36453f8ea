import type { RequestPlan, SentValue } from '../exchange/request.ts'

/** The request with a value of an answer in one of its parameters. */
export function withValue(
  plan: RequestPlan,
  { location, ...value }: SentValue & { readonly location: 'query' | 'header' },
): RequestPlan {
  return {
    ...plan,
    [location]: { ...plan[location], [value.name]: value.text },
    sources: [...(plan.sources ?? []), { location, ...value }],
  }
}
