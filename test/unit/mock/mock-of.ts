import { join } from 'node:path'
import { createMock, type Mock, type MockOptions } from '@concordat/mock'
import { recordedBasePaths } from '../../../generator/commands/traffic/base-path.ts'
import { requestExamples } from '../../../generator/model/examples/request-examples.ts'
import { responseExamples } from '../../../generator/model/examples/response-examples.ts'
import { readDocument } from '../../../generator/pipeline/read-document.ts'

/** Returns the absolute path of a document next to this file. */
export function documentFile(name: string): string {
  return join(import.meta.dirname, 'documents', name)
}

/** Returns the mock of one of these documents, created as the command creates it. */
export async function mockOf(name: string, options: MockOptions = {}): Promise<Mock> {
  const { model } = await readDocument({ document: documentFile(name), overlays: [] })
  const examples = responseExamples(model)
  return createMock(model.descriptor, {
    examples,
    requestExamples: requestExamples(model, examples),
    basePaths: recordedBasePaths(model.document),
    onError: (error) => {
      throw error
    },
    ...options,
  })
}

/** The parts of a response that tests examine. */
export interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface Sent {
  readonly body?: unknown
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request such as "GET /products" to a mock. */
export async function send(
  mock: Mock,
  line: string,
  { body, key = 'anything', headers }: Sent = {},
): Promise<Seen> {
  const [method = '', path = ''] = line.split(' ')
  const answer = await mock(
    new Request(new URL(path, 'http://mock.test'), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}
