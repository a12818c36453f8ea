import { decodedPart } from '@concordat/runtime/http'
import type { Postman } from '../webhooks/postman.ts'

/** Prefix of the mock's own paths. */
const CONTROL = '/__mock/'
/** Pages from any origin may send these requests. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }

export interface MockControls {
  /** Restores the initial data. */
  readonly reset: () => void
  /** `undefined` if there is no URL to which webhooks can be sent. */
  readonly postman: Postman | undefined
}

/**
 * Responds to a request to the mock itself: `POST /__mock/reset`, `POST /__mock/webhooks/NAME`, or a
 * preflight request for them; `undefined` for any other request.
 */
export async function answerControl(
  request: Request,
  { reset, postman }: MockControls,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(CONTROL)) return undefined
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
  if (request.method !== 'POST') return undefined
  const [subject, name] = pathname.slice(CONTROL.length).split('/')
  if (subject === 'reset' && name === undefined) {
    reset()
    return new Response(null, { status: 204, headers: CORS })
  }
  return subject === 'webhooks' && name !== undefined ? sendWebhook(request, { name, postman }) : undefined
}

/**
 * Sends a webhook with the body of the request, or with an example if there is none, and responds with the
 * result.
 */
async function sendWebhook(
  request: Request,
  { name, postman }: { readonly name: string; readonly postman: Postman | undefined },
): Promise<Response> {
  if (postman === undefined)
    return told(
      409,
      'The mock sends no webhooks, because it has no URL to send them to. Fix: start it with --webhooks URL, or set its "webhooks" option.',
    )
  const text = await request.text()
  const body = text === '' ? {} : readJson(text)
  if (body === undefined) return told(400, 'The body is not JSON.')
  const delivery = await postman.send(decodedPart(name), body.value)
  if (delivery !== undefined)
    return Response.json(delivery, { status: delivery.status === undefined ? 502 : 200, headers: CORS })
  const names = postman.names.map((own) => `"${own}"`).join(', ')
  return told(404, `The document has no webhook "${decodedPart(name)}". Its webhooks: ${names || 'none'}.`)
}

function told(status: number, detail: string): Response {
  return Response.json({ status, detail }, { status, headers: CORS })
}

function readJson(text: string): { readonly value?: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
