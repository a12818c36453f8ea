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

/** A running server, as described in "servers.json". Paths are relative to that file's folder. */
export interface ForeignServer {
  readonly name: string
  readonly version: string
  readonly baseUrl: string
  readonly document: string
  readonly overlays?: readonly string[]
  /** Credentials by security scheme, as in `Target`. */
  readonly credentials?: Readonly<Record<string, string>>
  readonly pathParameters?: Readonly<Record<string, string>>
  /** IDs of operations that would break the run for all other operations. */
  readonly skipOperations?: readonly string[]
  /** Headers of every request, such as `Authorization` if the document declares no scheme. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * A shell command that prints the state of the server, one line for each item that it stores. The command
   * is run before and after the test.
   */
  readonly state?: string
}

/** Result of a run against one server. */
export interface ForeignRun {
  readonly report: ContractReport
  readonly described: ReportDocument
  /** Number of operations that responded to any request with a 2xx status. */
  readonly reached: number
  /** Operations that the run does not call. */
  readonly leftAlone: number
  /** Lines of the state that existed before the run and have been removed or changed. */
  readonly harmed: readonly string[]
  /** Lines of the state that did not exist before the run. */
  readonly added: readonly string[]
}

/**
 * Runs the rules against one server. Statements that only overlays make are ignored, because the overlays
 * merely help to create requests and the server never promised what they say.
 * @throws TargetError if nothing at the base URL responds as the document describes.
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

/** Runs a shell command, if there is one, and returns its output as lines. @throws Error if it fails. */
function linesOf(command: string | undefined, cwd: string): readonly string[] {
  if (command === undefined) return []
  return execSync(command, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n')
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}
