import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recorded } from '@concordat/contract/passive'
import { type Proposal, proposeOverlay } from '../../../generator/commands/repair/propose.ts'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import type { TrafficDifference } from '../../../generator/repair/difference.ts'

export const BASE = 'https://api.test'

export interface Sent {
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly type?: string
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** JSON of the response body; absent if the body is empty. */
  readonly answer?: unknown
  /** JSON of the request body. */
  readonly body?: unknown
  readonly credentials?: Readonly<Record<string, string>>
}

export function exchange({ method = 'GET', path = '/things', status = 200, type, ...rest }: Sent): Recorded {
  const { headers = {}, answer, body, credentials = {} } = rest
  const mediaType = type ?? (answer === undefined ? undefined : 'application/json')
  return {
    request: {
      method,
      url: BASE + path,
      headers: { ...credentials, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    status,
    headers: new Headers({ ...headers, ...(mediaType !== undefined && { 'content-type': mediaType }) }),
    text:
      answer === undefined
        ? ''
        : typeof answer === 'string' && type !== undefined
          ? answer
          : JSON.stringify(answer),
  }
}

export interface Given {
  readonly trustsRequests?: boolean
  readonly isAccepted?: (difference: TrafficDifference) => boolean
}

/** Returns the proposed repair of a document, based on traffic. */
export async function repaired(
  document: object,
  traffic: readonly Recorded[],
  { trustsRequests = true, isAccepted = () => false }: Given = {},
): Promise<Proposal> {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-'))
  try {
    const config = { document: join(folder, 'openapi.json'), overlays: [] }
    writeFileSync(config.document, JSON.stringify(document))
    const read = await readDocument(config)
    return await proposeOverlay({ config, read, traffic, bases: [BASE], trustsRequests, isAccepted })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns a document whose only operation returns JSON with a schema. */
export function answering(
  schema: object,
  { openapi = '3.1.0', ...parts }: Readonly<Record<string, unknown>> = {},
) {
  const responses = { '200': { description: 'A thing', content: { 'application/json': { schema } } } }
  return {
    ...{ openapi, info: { title: 'Things', version: '1' } },
    paths: { '/things': { get: { operationId: 'listThings', responses } } },
    ...parts,
  }
}
