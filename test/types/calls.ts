/** Checked by `npm run typecheck`: an `@ts-expect-error` without an error fails it. */
import type { ApiError, CallOptions, Operation } from '@concordat/runtime/client'

interface Domain {
  readonly id: string
}
interface Request {
  readonly path: { readonly id: string }
}
type Response =
  | { readonly status: 200; readonly mediaType: 'application/json'; readonly body: Domain }
  | { readonly status: 200; readonly mediaType: 'text/plain'; readonly body: string }

declare const getDomain: Operation<Request, Response, []>

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Equal<A, B>): void => {}

/** The types derived from a call match the parameters and the result of a plain call. */
same<Awaited<ReturnType<typeof getDomain>>, Domain>(true)
declare const given: Parameters<typeof getDomain>
export const repeated: Promise<Domain> = getDomain(...given)

export async function calls(text: 'text/plain', options: CallOptions<'text/plain'>): Promise<void> {
  const path = { id: '1' }
  const plain = await getDomain({ path })
  same<typeof plain, Domain>(true)
  const limited = await getDomain({ path }, { timeoutMs: 5 })
  same<typeof limited, Domain>(true)
  const chosen = await getDomain({ path }, { accept: text })
  same<typeof chosen, string>(true)
  const kept = await getDomain({ path }, options)
  same<typeof kept, string>(true)
  // @ts-expect-error there is no such media type
  await getDomain({ path }, { accept: 'text/html' })
  // @ts-expect-error there is no such option
  await getDomain({ path }, { accept: 'text/plain', singal: undefined })
}

/** Without documented error responses, every response other than the success is an error. */
export function errors(error: unknown): void {
  if (!getDomain.isError(error)) return
  same<typeof error, ApiError<number, unknown>>(true)
}
