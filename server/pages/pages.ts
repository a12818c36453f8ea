import type { Answer } from '../observability/request-log.ts'
import type { ErrorBody } from '../refusals/errors.ts'

/** Answers GET requests for one path, beside the document's operations and without a key. */
export type Page = (request: Request) => Promise<Response>

/** Answers the paths of pages, and leaves all others to the application. */
export function servePages(pages: Readonly<Record<string, Page>>, answer: Answer): Answer {
  const byPath = new Map(Object.entries(pages))
  return async (request) => {
    const page = byPath.get(new URL(request.url).pathname)
    if (page === undefined) return await answer(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(request.method)
    const { status, headers, body } = await page(request)
    headers.set('x-content-type-options', 'nosniff')
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  }
}

function refuseMethod(method: string): Response {
  const body: ErrorBody = {
    type: 'invalid_request',
    code: 'method_not_allowed',
    detail: `Method "${method}" not allowed.`,
    attr: null,
  }
  return Response.json(body, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
