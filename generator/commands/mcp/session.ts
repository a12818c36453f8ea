import type { ReportDocument } from '@concordat/contract'
import type { Problem } from '../../errors/problem.ts'
import { UsageError } from '../../errors/problem.ts'
import type { RunCommand } from './tool.ts'

type Finding = ReportDocument['findings'][number]

interface SessionOptions {
  readonly run: RunCommand
  /** Servers that the user specified; no other server receives requests. */
  readonly servers: readonly string[]
  /** True if runs are allowed to write. */
  readonly mayWrite: boolean
  /** Options to pass to `generate` and `verify`, such as "--config=concordat.config.ts". */
  readonly shared: readonly string[]
}

/** Settings and results of a session. The results are kept so that an agent can ask for details by ID. */
export class McpSession {
  readonly run: RunCommand
  readonly servers: readonly string[]
  readonly mayWrite: boolean
  readonly shared: readonly string[]
  /** Problems of the last `generate`. */
  problems: readonly Problem[] = []
  readonly #findings = new Map<string, { readonly finding: Finding; readonly report: ReportDocument }>()

  constructor({ run, servers, mayWrite, shared }: SessionOptions) {
    this.run = run
    this.servers = servers
    this.mayWrite = mayWrite
    this.shared = shared
  }

  keep(report: ReportDocument): void {
    for (const finding of report.findings) this.#findings.set(finding.fingerprint, { finding, report })
  }

  /** Returns a finding by its fingerprint, or by a prefix that no other fingerprint has. */
  finding(id: string): { readonly finding: Finding; readonly report: ReportDocument } | undefined {
    const [found, other] = [...this.#findings.keys()].filter((fingerprint) => fingerprint.startsWith(id))
    return found === undefined || other !== undefined ? undefined : this.#findings.get(found)
  }

  /** Returns the server to test. @throws {UsageError} if the user did not specify it. */
  server(asked: string | undefined): string {
    const [first] = this.servers
    if (first === undefined)
      throw new UsageError(
        '"concordat mcp" was started without a server. The user can specify one with --server BASE_URL.',
      )
    if (asked === undefined) return first
    const found = this.servers.find((server) => isSameAddress(server, asked))
    if (found !== undefined) return found
    throw new UsageError(
      `"${asked}" was not specified when "concordat mcp" was started, so Concordat sends it no requests. Available servers: ${this.servers.join(', ')}.`,
    )
  }

  /**
   * Asserts that a document may be read on behalf of the agent.
   * @throws {UsageError} for a URL on a server that the user did not specify.
   */
  assertReadable(document: string): void {
    if (!URL.canParse(document) || !/^https?:/.test(document)) return
    const { origin } = new URL(document)
    if (this.servers.some((server) => URL.parse(server)?.origin === origin)) return
    throw new UsageError(
      `"${document}" is not on a server that was specified when "concordat mcp" was started, so Concordat does not read it. Specify a file instead.`,
    )
  }
}

function isSameAddress(one: string, other: string): boolean {
  const [left, right] = [one, other].map((each) => URL.parse(each)?.href.replace(/\/$/, ''))
  return left !== undefined && left === right
}
