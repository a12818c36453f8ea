/** Checked by `npm run typecheck`: an `@ts-expect-error` without an error fails it. */
import type { Api } from '../golden/responses-without-content/expected/client.ts'
import type { Handlers } from '../golden/responses-without-content/expected/server.ts'

declare const api: Api

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Equal<A, B>): void => {}

/** In HTTP, responses to HEAD and responses with 204 have no body. */
export async function answers(): Promise<void> {
  const headed = await api.headed()
  same<typeof headed, undefined>(true)
  const none = await api.none()
  same<typeof none, undefined>(true)
  const empty = await api.empty()
  same<typeof empty, { a?: string } | undefined>(true)
}

export const handlers: Pick<Handlers, 'headed' | 'none'> = {
  headed: () => ({ status: 200 }),
  // @ts-expect-error it is never sent
  none: () => ({ status: 204, body: {} }),
}
