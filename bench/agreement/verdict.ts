import { isWithoutContent, type OperationDescriptor } from '@concordat/runtime/http'
import type { Seen } from './exchange.ts'
import type { Made } from './make-call.ts'
import { difference, wireForm } from './same.ts'
import { isForm } from './values.ts'

/** The verdict on whether the two ends of a call agree. */
export type Verdict =
  | { readonly kind: 'agreed' }
  /**
   * A value arrived in another form that looks the same on the wire, such as "1" for 1, or an item for a list
   * of one.
   */
  | { readonly kind: 'alike' }
  | { readonly kind: 'differs'; readonly how: string }

/** Compares what arrived with what was sent, in both directions. */
export async function judge(
  { operationId, method, requestBody }: OperationDescriptor,
  { asked, answer }: Made,
  { received, result, error, problem, credentials }: Seen,
): Promise<Verdict> {
  if (problem !== undefined) return differs(`the server refuses: ${problem.message}`)
  if (received === undefined) return differs(`nothing arrives: ${error ?? result?.status}`)
  if (received.operationId !== operationId) return differs(`"${received.operationId}" is called`)
  let kind: 'agreed' | 'alike' = 'agreed'
  for (const part of ['path', 'query', 'header', 'cookie', 'body'] as const) {
    const isText = part !== 'body' || isForm(asked.mediaType ?? Object.keys(requestBody?.content ?? {})[0])
    const [sent, came] =
      part === 'body' ? [asked.body, received.body] : [asked[part] ?? {}, received.given[part] ?? {}]
    const how = await difference(sent, came, part)
    if (how === undefined) continue
    if (!isText || (await difference(wireForm(sent), wireForm(came))) !== undefined) return differs(how)
    kind = 'alike'
  }
  for (const [scheme, isOwn] of credentials)
    if (!isOwn) return differs(`a different credential arrives for "${scheme}"`)
  if (result === undefined) return differs(`the response is an error: ${error}`)
  if (result.status !== answer.status) return differs(`answered ${answer.status}, came ${result.status}`)
  for (const [name, text] of Object.entries(answer.headers ?? {})) {
    const came = result.headers?.get(name)
    if (came !== undefined && came !== text)
      return differs(`header ${name}: answered "${text}", came "${came}"`)
  }
  const isBodiless = method === 'HEAD' || isWithoutContent(answer.status)
  const how = await difference(isBodiless ? undefined : answer.body, result.body, 'answer')
  return how === undefined ? { kind } : differs(how)
}

function differs(how: string): Verdict {
  return { kind: 'differs', how }
}
