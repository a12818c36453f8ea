import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type ContractReport,
  checks,
  formatReport,
  type ReportDocument,
  renderReport,
  TargetError,
} from '@concordat/contract'
import { createProgress } from '../generator/commands/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import { type ForeignServer, verifyServer } from './foreign/verify-server.ts'
import { formatTable } from './table.ts'

const HELP = `Runs the contract rules against servers that run already, each with its own document, and prints one table.

  npm run bench:foreign -- FOLDER
      --only a,b     only the servers of these names
      --help

FOLDER holds "servers.json": a list of { name, version, baseUrl, document, overlays, credentials, pathParameters,
skipOperations }, the last four where needed, paths relative to FOLDER. docs/foreign-servers.md says how such servers are started. The reports of
each are written to FOLDER/reports. The columns of rules and "found" count how often something was found, "findings" what
is wrong. Nothing is installed or started; base URLs off this machine are refused.

Exit codes: 0 every server was tested, whatever was found; 1 one could not be; 2 wrong usage.`

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

function readServers(folder: string): readonly ForeignServer[] {
  const file = join(folder, 'servers.json')
  if (!existsSync(file)) throw new UsageError(`There is no "${file}".\n\n${HELP}`)
  const servers: readonly ForeignServer[] = JSON.parse(readFileSync(file, 'utf8'))
  const wrong = servers.find(({ baseUrl }) => !LOOPBACK.includes(new URL(baseUrl).hostname))
  if (wrong === undefined) return servers
  throw new UsageError(
    `"${wrong.name}" is at ${wrong.baseUrl}. Expected: a server of this machine, as ${LOOPBACK.join(', ')}.`,
  )
}

function toRow(
  { name, version }: ForeignServer,
  { report, described }: { report: ContractReport; described: ReportDocument },
): readonly string[] {
  const findings = (rule: string): number =>
    report.results.reduce(
      (sum, result) =>
        result.rule === rule && result.outcome.status === 'failed'
          ? sum + result.outcome.findings.length
          : sum,
      0,
    )
  const count = (status: string): string =>
    String(report.results.filter(({ outcome }) => outcome.status === status).length)
  return [
    name,
    version,
    String(new Set(report.results.map(({ operationId }) => operationId)).size),
    String(report.requests),
    (report.milliseconds / 1000).toFixed(1),
    ...checks.map(({ code }) => String(findings(code))),
    String(described.totals.occurrences),
    String(described.totals.findings),
    count('passed'),
    count('failed'),
    count('not-run'),
  ]
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [path] = positionals
  if (values.help) {
    console.log(HELP)
    return 0
  }
  if (path === undefined) throw new UsageError(`Name a folder with "servers.json".\n\n${HELP}`)
  const folder = resolve(path)
  const only = values.only?.split(',')
  const servers = readServers(folder).filter(({ name }) => only?.includes(name) ?? true)
  mkdirSync(join(folder, 'reports'), { recursive: true })
  const progress = createProgress(process.stderr)
  const rows: (readonly string[])[] = []
  let failed = 0
  for (const server of servers) {
    signal.throwIfAborted()
    try {
      const { report, described } = await verifyServer(server, {
        folder,
        onProgress: ({ done, total, operationId, rule }) =>
          progress.step(`${server.name} ${done}/${total} ${operationId}: ${rule}`),
      })
      const file = join(folder, 'reports', server.name)
      writeFileSync(`${file}.txt`, `${formatReport(described, { color: false, width: 120 })}\n`)
      writeFileSync(`${file}.json`, renderReport(described, 'json'))
      rows.push(toRow(server, { report, described }))
    } catch (error) {
      if (!(error instanceof TargetError)) throw error
      failed++
      rows.push([server.name, server.version, error.message])
    }
  }
  progress.clear()
  const header = ['server', 'version', 'operations', 'requests', 'seconds', ...checks.map(({ code }) => code)]
  const totals = ['found', 'findings', 'passed', 'failed', 'not run']
  console.log(formatTable({ header: [...header, ...totals], rows, textColumns: 2 }))
  return failed > 0 ? 1 : 0
}

await runCommand(main)
