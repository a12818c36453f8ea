import type { Answer } from '../observability/request-log.ts'

/**
 * Gives requests the address that callers know. Behind a proxy for TLS they arrive at another one, and the links between
 * the pages of a list would lead callers, and their keys, to plain HTTP.
 * @param origin "https://api.example.com"
 */
export function withPublicUrl(answer: Answer, origin: string): Answer {
  return (request) => {
    const { pathname, search } = new URL(request.url)
    return answer(new Request(origin + pathname + search, request))
  }
}
