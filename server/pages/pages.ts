import type { Answering, WrittenAnswer } from '@concordat/runtime/server'
import type { ErrorBody } from '../refusals/errors.ts'
import { jsonAnswer } from '../values/json-answer.ts'

/** Answers GET and HEAD requests for one path, which is not in the document and needs no key. */
export type ServedPage = () => Promise<WrittenAnswer>

/** Serves the pages at their paths, and passes all other requests to the application. */
export function servePages(pages: Readonly<Record<string, ServedPage>>, answer: Answering): Answering {
  const byPath = new Map(Object.entries(pages))
  return (incoming) => {
    const page = byPath.get(incoming.target.pathname)
    return page === undefined ? answer(incoming) : servePage(page, incoming.method)
  }
}

async function servePage(page: ServedPage, method: string): Promise<WrittenAnswer> {
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(method)
  const written = await page()
  const headers = { ...written.headers, 'x-content-type-options': 'nosniff' }
  return { ...written, headers, body: method === 'HEAD' ? null : written.body }
}

function refuseMethod(method: string): WrittenAnswer {
  const body: ErrorBody = {
    type: 'invalid_request',
    code: 'method_not_allowed',
    detail: `Method "${method}" not allowed.`,
    attr: null,
  }
  return jsonAnswer(405, body, { allow: 'GET, HEAD' })
}
