/** Checked by `npm run typecheck`: an `@ts-expect-error` without an error fails it. */
import type { Api } from '../golden/optional-members-undefined/expected/client.ts'
import type { Handlers } from '../golden/optional-members-undefined/expected/server.ts'
import type { Named } from '../golden/optional-members-undefined/expected/types.ts'

declare const api: Api
declare const limit: number | undefined
declare const name: string | undefined

/** Values that may be `undefined` are passed on unchanged. */
export async function calls(): Promise<void> {
  const path = { kind: 'a' }
  await api.listThings({ path, query: { limit, page: 1 } })
  await api.putThing({ path, body: { id: 1, name, parent: undefined } })
  await api.putThing({ path, body: limit === undefined ? undefined : { id: limit } })
  // @ts-expect-error the page is required
  await api.listThings({ path, query: { page: undefined } })
  // @ts-expect-error what a part requires is
  const named: Named = { id: 1, name: undefined }
  void named
}

/** A handler still receives a value for a parameter that has a default. */
export const handlers: Pick<Handlers, 'listThings'> = {
  listThings: ({ query }) => ({ status: 200, body: { id: query.limit.valueOf() } }),
}
