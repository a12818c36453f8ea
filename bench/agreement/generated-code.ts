import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CallOptions } from '@concordat/runtime/client'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { App } from '@concordat/runtime/server'

/** The parts of one output that the harness uses. */
export interface GeneratedCode {
  /**
   * Exports of `client.ts`: the operations, and a function that creates a client with all of them. For
   * webhooks, only the latter.
   */
  readonly client: Readonly<Record<string, unknown>>
  readonly createApp: (options: object) => App
  readonly document: DocumentDescriptor
  /**
   * Returns the URL to which an operation is sent. Defined only for webhooks, whose URLs the receiver
   * chooses.
   */
  readonly addressOf?: (operationId: string) => string
}

/**
 * Imports an output's client and server, and its webhook sender and receiver if it has them.
 * @param folder absolute path of an output with a client and a server.
 */
export async function importGenerated(folder: string): Promise<readonly GeneratedCode[]> {
  const load = (name: string): Promise<Record<string, unknown>> =>
    import(pathToFileURL(join(folder, name)).href)
  const [client, server, operations] = await Promise.all([
    load('client.ts'),
    load('server.ts'),
    load('operations.ts'),
  ])
  const service = {
    client,
    createApp: server['createApp'],
    document: operations['document'],
  } as GeneratedCode
  if (!existsSync(join(folder, 'webhooks.ts'))) return [service]
  const [sender, webhooks] = await Promise.all([load('sender.ts'), load('webhooks.ts')])
  return [service, webhooksOf(sender, webhooks)]
}

function webhooksOf(sender: Record<string, unknown>, webhooks: Record<string, unknown>): GeneratedCode {
  const document = webhooks['document'] as DocumentDescriptor
  const paths = new Map(document.operations.map(({ operationId, path }) => [operationId, path]))
  const createSender = sender['createSender'] as (url: string, options: object) => object
  return {
    client: { createSender: (options: { baseUrl: string }) => createSender(options.baseUrl, options) },
    createApp: webhooks['createWebhooks'] as GeneratedCode['createApp'],
    document,
    addressOf: (operationId) => `http://receiver.test/hooks${paths.get(operationId)}`,
  }
}

/** A client operation, as the harness calls it. */
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

/** Creates a client and returns its operations, by `operationId`. */
export function operationsOf({ client }: GeneratedCode, options: object): ReadonlyMap<string, Operation> {
  // Prefers the function that creates the whole client to one for a single tag, such as `createdItemsApi`.
  const makers = Object.entries(client).filter(
    ([name, value]) => typeof value === 'function' && !isOperation(value) && name.startsWith('create'),
  )
  const [, create] = makers.find(([name]) => !name.endsWith('Api')) ?? makers[0] ?? []
  if (typeof create !== 'function') throw new Error('client.ts exports no function that creates a client.')
  return new Map(
    [...operationsBelow(create(options))].map((operation) => [operation.descriptor.operationId, operation]),
  )
}

/** Operations are at the top level or in groups, which can be nested. */
function* operationsBelow(value: unknown, seen = new Set<unknown>()): Iterable<Operation> {
  if (isOperation(value)) yield value
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  for (const member of Object.values(value)) yield* operationsBelow(member, seen)
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'function' && 'descriptor' in value
}
