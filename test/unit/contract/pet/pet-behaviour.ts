import { type ContractReport, runContract, type Target } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { petDocument } from './pet-document.ts'
import { findingsOf, sentenceOf } from './pet-run.ts'
import { PetService } from './pet-service.ts'

/** The behaviour of a faulty server, which is allowed to call the correct one any number of times. */
export type Behaviour = (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>

/** Returns the correct pet service behind a faulty one. */
export function targetWith(behaviour: Behaviour, service = new PetService()): Target {
  return {
    ...service.target(),
    fetch: (request) => behaviour(request, (sent) => service.answer(sent.clone() as Request)),
  }
}

/** The rules and operations to run. Default: all operations. */
interface Selection {
  readonly rules: readonly string[]
  readonly operations?: readonly string[]
  readonly document?: DocumentDescriptor
}

/** Runs the rules on the pet service behind a behaviour. */
export function runWith(
  behaviour: Behaviour,
  { rules, operations, document = petDocument }: Selection,
): Promise<ContractReport> {
  const select = operations === undefined ? { rules } : { rules, operations }
  return runContract({ document, target: targetWith(behaviour), select })
}

/** Returns "family operationId: expected | received" for each finding. */
export async function findingsBy(behaviour: Behaviour, selection: Selection): Promise<string[]> {
  return findingsOf(await runWith(behaviour, selection)).map(sentenceOf)
}

/** Returns a different request from the same caller. */
export function again(
  request: Request,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Request {
  const headers = {
    authorization: request.headers.get('authorization') ?? '',
    'content-type': 'application/json',
  }
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  return new Request(`http://pets.test/api${path}`, { method, headers, ...content })
}

/** "POST /pets", ids as "{}". */
export function routeOf({ method, url }: Request): string {
  const path = new URL(url).pathname.replace('/api', '')
  return `${method} ${path.replace(/\/(\d+|[\da-f-]{36})(?=\/|$)/g, '/{}')}`
}

/** Changes the JSON object in a response. */
export async function changed(
  answer: Response,
  change: (value: Record<string, unknown>) => Record<string, unknown>,
): Promise<Response> {
  const { status, headers } = answer
  return new Response(JSON.stringify(change(await answer.json())), { status, headers })
}
