import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { ProblemsError, UsageError } from '../../errors/problem.ts'
import { boundedToolText, checkedToolInput, type Tool, toolInputSchema } from './tool.ts'

const INSTRUCTIONS =
  'Concordat generates code from an OpenAPI document and tests servers against it. Work in a loop: verify, explain a finding by its id, change the server or the document, and replay the finding. Results are short; use "explain" for details.'

export interface ServeOptions {
  readonly version: string
  readonly stop: AbortSignal
  /** Default: the standard streams. */
  readonly transport?: Transport
}

/** Handles tool calls one after another until the client disconnects or `stop` is aborted. */
export async function serveTools(
  tools: readonly Tool[],
  { version, stop, transport = new StdioServerTransport() }: ServeOptions,
): Promise<void> {
  const server = new Server(
    { name: 'concordat', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }))
  let last: Promise<unknown> = Promise.resolve()
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const answer = last.then(() => call(tools, params.name, params.arguments))
    last = answer
    return answer
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.onclose = resolve
  stop.addEventListener('abort', () => resolve(), { once: true })
  process.stdin.once('end', () => resolve())
  await server.connect(transport)
  await promise
  await server.close()
}

function described(tool: Tool) {
  const { name, title, description, isReading } = tool
  return {
    ...{ name, title, description },
    inputSchema: toolInputSchema(tool) as { readonly type: 'object' },
    annotations: { readOnlyHint: isReading, destructiveHint: !isReading },
  }
}

/** Handles a tool call. Usage and document errors are returned as results, so that the agent can continue. */
async function call(tools: readonly Tool[], name: string, input: unknown): Promise<CallToolResult> {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) return told(`There is no tool "${name}".`, { isError: true })
  try {
    return told(await tool.run(checkedToolInput(tool, input)))
  } catch (error) {
    if (error instanceof UsageError || error instanceof ProblemsError)
      return told(error.message, { isError: true })
    throw error
  }
}

function told(text: string, { isError = false } = {}): CallToolResult {
  return { content: [{ type: 'text', text: boundedToolText(text) }], ...(isError && { isError }) }
}
