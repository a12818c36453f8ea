import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CallOptions } from '@concordat/runtime/client'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { App } from '@concordat/runtime/server'

/** The files of one output that a program imports. */
export interface GeneratedCode {
  /** `client.ts`: the operations, and one function that makes a client of all. */
  readonly client: Readonly<Record<string, unknown>>
  readonly createApp: (options: object) => App
  readonly document: DocumentDescriptor
}

/** @param folder absolute path of an output with client and server. */
export async function importGenerated(folder: string): Promise<GeneratedCode> {
  const load = (name: string): Promise<Record<string, unknown>> =>
    import(pathToFileURL(join(folder, name)).href)
  const [client, server, operations] = await Promise.all([
    load('client.ts'),
    load('server.ts'),
    load('operations.ts'),
  ])
  return { client, createApp: server['createApp'], document: operations['document'] } as GeneratedCode
}

/** An operation of a client, as the harness calls it. */
export interface Operation {
  (request: object, options?: CallOptions<string>): Promise<unknown>
  result(request: object, options?: CallOptions<string>): Promise<Result>
  readonly descriptor: { readonly operationId: string }
}

export interface Result {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
  readonly mediaType: string | undefined
}

/** The operations of the client that a program makes, by operationId. */
export function operationsOf({ client }: GeneratedCode, options: object): ReadonlyMap<string, Operation> {
  const [create] = Object.values(client).filter((value) => typeof value === 'function' && !isOperation(value))
  if (typeof create !== 'function') throw new Error('client.ts has no function that makes a client.')
  return new Map(
    [...operationsBelow(create(options))].map((operation) => [operation.descriptor.operationId, operation]),
  )
}

/** Operations stand in groups or alone. */
function* operationsBelow(value: unknown): Iterable<Operation> {
  if (isOperation(value)) yield value
  else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    for (const member of Object.values(value)) {
      if (isOperation(member)) yield member
      else if (isGroup(member)) for (const inner of Object.values(member)) if (isOperation(inner)) yield inner
    }
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'function' && 'descriptor' in value
}
