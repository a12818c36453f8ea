import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { type App, type AppOptions, createApp } from '@concordat/runtime/server'

/** Returns a document with the given operations; all other parts are as small as possible. */
export function documentOf(
  operations: readonly (Partial<OperationDescriptor> & { readonly path: string })[],
  rest: Partial<DocumentDescriptor> = {},
): DocumentDescriptor {
  return {
    title: 'Test',
    version: '1',
    resources: [],
    securitySchemes: {},
    definitions: {},
    ...rest,
    operations: operations.map((operation, index) => ({
      operationId: `operation${index}`,
      method: 'GET',
      pointer: '#',
      tag: 'default',
      responses: { default: { content: { 'application/json': {} } } },
      ...operation,
    })),
  }
}

type Received = Record<string, unknown>

/**
 * Creates an app with one operation. Returns a function that yields what the operation's handler receives for
 * a request.
 */
export function received(
  operation: Partial<OperationDescriptor>,
  rest: Partial<DocumentDescriptor> = {},
): (request: Request) => Promise<Received> {
  let last: Received | undefined
  const document = documentOf([{ path: '/', ...operation }], rest)
  const handlers = {
    operation0: (request: Received) => {
      last = request
      return { status: 204 }
    },
  }
  const app = createApp(document, { handlers })
  return async (request) => {
    last = undefined
    const response = await app(request)
    if (last === undefined) throw new Error(`${response.status} ${await response.text()}`)
    return last
  }
}

/** Returns the value that a parameter of the operation at "/" gets from a URL's query. */
export function queryOf(
  parameter: Omit<ParameterDescriptor, 'in' | 'name'>,
  query: string,
): Promise<unknown> {
  const call = received({ parameters: [{ name: 'value', in: 'query', ...parameter }] })
  return call(new Request(`http://host/?${query}`)).then(({ query }) => (query as Received)['value'])
}

export type Handlers = Readonly<Record<string, (request: never, context: never) => unknown>>

export function appOf<Principal>(
  document: DocumentDescriptor,
  options: Partial<AppOptions<Handlers, Principal, unknown>> = {},
): App {
  const ok = () => ({ status: 200, body: {} })
  const handlers = Object.fromEntries(document.operations.map(({ operationId }) => [operationId, ok]))
  return createApp(document, { ...options, handlers: { ...handlers, ...options.handlers } })
}

/** Returns a response's status and JSON body, for comparison in one step. */
export async function answerOf(response: Response | Promise<Response>): Promise<[number, unknown]> {
  const settled = await response
  const text = await settled.text()
  return [settled.status, text === '' ? undefined : JSON.parse(text)]
}
