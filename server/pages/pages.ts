import type { Answering, WrittenAnswer } from '@concordat/runtime/server'
import type { ErrorBody } from '../refusals/errors.ts'
import { jsonAnswer } from '../values/json-answer.ts'

/** Answers GET requests for one path, beside the document's operations and without a key. */
export type Page = () => Promise<WrittenAnswer>

/** Answers the paths of pages, and leaves all others to the application. */
export function servePages(pages: Readonly<Record<string, Page>>, answer: Answering): Answering {
  const byPath = new Map(Object.entries(pages))
  return async (incoming) => {
    const page = byPath.get(incoming.target.pathname)
    if (page === undefined) return await answer(incoming)
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return refuseMethod(incoming.method)
    const written = await page()
    const headers = { ...written.headers, 'x-content-type-options': 'nosniff' }
    return { ...written, headers, body: incoming.method === 'HEAD' ? null : written.body }
  }
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
