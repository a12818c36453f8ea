/** Checked by `npm run typecheck`: an `@ts-expect-error` without an error fails it. */
import type { Mutation } from '@concordat/runtime/query'
import { byListedRelations } from '../golden/list-pages-proven/expected/client.ts'
import { createClient, health } from '../golden/outputs-for-libraries/expected/client.ts'
import { healthQuery } from '../golden/outputs-for-libraries/expected/query.ts'
import type { HealthRequest, HealthResponse } from '../golden/outputs-for-libraries/expected/types.ts'
import { createSender } from '../golden/webhooks/expected/sender.ts'

declare const signal: AbortSignal
declare const healthMutation: Mutation<HealthRequest, HealthResponse>
const options = { signal, timeoutMs: 5 }

/** An operation without parameters and body takes no request; its options are the next argument. */
export function operationsWithoutRequest(): void {
  const api = createClient()
  void api.health()
  void api.health({})
  void api.health({}, options)
  void api.health(undefined, options)

  // @ts-expect-error the signal is an option
  void api.health({ signal })
  // @ts-expect-error options are the second argument
  void api.health(options)
  // @ts-expect-error behind the client too
  void health(api.client, options)
  // @ts-expect-error there is no query
  void api.health({ query: { limit: 1 } })
  // @ts-expect-error there is no body
  void health(api.client, { body: 'x' })
  // @ts-expect-error there is nothing else either
  void api.health({ nonsense: true })
}

/** Other functions that normally accept a request take none for such an operation either. */
export function membersWithoutRequest(): void {
  const api = createClient()
  const sender = createSender('https://receiver.test')
  const { mutationFn } = healthMutation(api.client)
  void mutationFn()
  void mutationFn({})
  void healthQuery(api.client, {})

  // @ts-expect-error all answers of an operation
  void api.health.result(options)
  // @ts-expect-error items of a list
  void byListedRelations.items(api.client, options)
  // @ts-expect-error pages of a list
  void byListedRelations.pages(api.client, { query: { limit: 1 } })
  // @ts-expect-error TanStack Query gives the signal itself
  void healthQuery(api.client, { signal })
  // @ts-expect-error a mutation has no options of a call
  void mutationFn({ signal })
  // @ts-expect-error a webhook without a body
  void sender.subscribePost({ body: {} })
}
