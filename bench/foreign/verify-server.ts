import { execSync } from 'node:child_process'
import { resolve } from 'node:path'
import {
  type ContractReport,
  checks,
  describeReport,
  Permission,
  type ReportDocument,
  type RunProgress,
  runContract,
  type Target,
} from '@concordat/contract'
import { readDocument } from '../../generator/pipeline/read-document.ts'

/** A running server as "servers.json" describes it. Paths are relative to the folder of that file. */
export interface ForeignServer {
  readonly name: string
  readonly version: string
  readonly baseUrl: string
  readonly document: string
  readonly overlays?: readonly string[]
  /** Credentials by security scheme, as `Target` takes them. */
  readonly credentials?: Readonly<Record<string, string>>
  readonly pathParameters?: Readonly<Record<string, string>>
  /** operationIds that a run of the others does not survive. */
  readonly skipOperations?: readonly string[]
  /** Headers of every request: `Authorization` if the document declares no scheme. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * A shell command that prints what the server holds, a line for each thing:
   * asked before the run and after it.
   */
  readonly state?: string
}

/** Result of a run against one server. */
export interface ForeignRun {
  readonly report: ContractReport
  readonly described: ReportDocument
  /** Operations that answered a 2xx to any request. */
  readonly reached: number
  /** Operations that the run leaves alone. */
  readonly leftAlone: number
  /** Lines of the state that were there before, and are not there any more as they were. */
  readonly harmed: readonly string[]
  /** Lines that were not there before. */
  readonly added: readonly string[]
}

/**
 * Runs every rule against one server. Statements of overlays alone are left out: an overlay here helps to
 * make requests, and the server never promised them.
 * @throws TargetError when nothing that the document describes answers at the base URL.
 */
export async function verifyServer(
  {
    baseUrl,
    document,
    overlays = [],
    credentials = {},
    pathParameters = {},
    skipOperations = [],
    headers = {},
    state,
  }: ForeignServer,
  { folder, onProgress }: { readonly folder: string; readonly onProgress: (progress: RunProgress) => void },
): Promise<ForeignRun> {
  const { model } = await readDocument({
    document: resolve(folder, document),
    overlays: overlays.map((overlay) => resolve(folder, overlay)),
  })
  const target: Target = { baseUrl, credentials, pathParameters, headers }
  const reached = new Set<string>()
  const before = linesOf(state, folder)
  const report = await runContract({
    document: model.descriptor,
    base: model.base,
    decided: model.decided,
    target,
    inventory: true,
    select: { grades: ['documented', 'derived'], skipOperations },
    onProgress,
    onExchange({ operation, method = operation.method }, { status }) {
      if (status >= 200 && status < 300 && method === operation.method) reached.add(operation.operationId)
    },
  })
  const after = linesOf(state, folder)
  return {
    ...{ report, described: describeReport({ report, document: model.descriptor, checks }) },
    reached: reached.size,
    leftAlone: new Permission({ document: model.descriptor, target }).leftAlone().length,
    harmed: without(before, after),
    added: without(after, before),
  }
}

/** Output of a shell command, line by line. @throws Error when it fails. */
function linesOf(command: string | undefined, cwd: string): readonly string[] {
  if (command === undefined) return []
  return execSync(command, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n')
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}
