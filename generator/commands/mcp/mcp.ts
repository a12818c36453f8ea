import { UsageError } from '../../errors/problem.ts'
import type { Given, GivenFlag, OptionName } from '../../options/options.ts'
import { readManifest } from '../../package/manifest.ts'
import { readBaseUrl } from '../verify/address/base-url.ts'
import { McpSession } from './session.ts'
import type { RunCommand } from './tool.ts'
import { mcpTools } from './tools.ts'

export interface McpCommandOptions {
  readonly given: Given
  /** The options as typed. */
  readonly flags: readonly GivenFlag[]
  readonly run: RunCommand
  /** Stops the server. */
  readonly stop: AbortSignal
}

/** Options of `mcp` that are not passed to the commands behind its tools. */
const OWN: readonly OptionName[] = ['servers', 'writes', 'quiet', 'json']

/**
 * Serves the Model Context Protocol on the standard streams until the agent disconnects or `stop` is aborted.
 * @throws {UsageError} for an invalid server URL, or if the project lacks the SDK.
 */
export async function mcpCommand({ given, flags, run, stop }: McpCommandOptions): Promise<0> {
  const { serveTools } = await import('./serve-tools.ts').catch(refuseWithoutSdk)
  const session = new McpSession({
    run,
    servers: (given.servers ?? []).map(readBaseUrl),
    mayWrite: given.writes ?? false,
    shared: flags
      .filter(({ option }) => !OWN.includes(option.name))
      .map(({ option, text }) =>
        text === undefined ? `--${option.flag.name}` : `--${option.flag.name}=${text}`,
      ),
  })
  await serveTools(mcpTools(session), { version: readManifest().version, stop })
  return 0
}

function refuseWithoutSdk(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
  throw new UsageError(
    '"concordat mcp" needs @modelcontextprotocol/sdk, which is not installed. Fix: npm install --save-dev @modelcontextprotocol/sdk',
    { cause },
  )
}
