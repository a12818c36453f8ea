import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checks, formatReport, renderReport, TargetError } from '@concordat/contract'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import { type ForeignRun, type ForeignServer, verifyServer } from './foreign/verify-server.ts'
import { formatTable } from './table.ts'

const HELP = `Runs the contract rules against servers that are already running, each with its own document, and prints one table.

  npm run bench:foreign -- FOLDER
      --only a,b     only the servers with these names
      --help

FOLDER holds "servers.json": a list of { name, version, baseUrl, document, overlays, credentials, pathParameters,
skipOperations, headers, state }. The properties from overlays on are optional, and paths are relative to FOLDER. bench/foreign-servers.md says how to start
such servers. Each server's reports are written to FOLDER/reports. "2xx" counts the operations that returned such a status, "left alone" those that a run does not
send. "state" is a shell command: "harmed" counts the lines of its output that changed or disappeared, "added" the lines that are new; both are written to
FOLDER/reports. "told" counts what the report lists as left behind. The rule columns and "found" count occurrences; "findings"
counts distinct faults of the server. Nothing is installed or started; base URLs on other machines are rejected.

Exit codes: 0 every server was tested, whatever was found; 1 a server could not be tested; 2 wrong usage.`

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

function readServers(folder: string): readonly ForeignServer[] {
  const file = join(folder, 'servers.json')
  if (!existsSync(file)) throw new UsageError(`There is no "${file}".\n\n${HELP}`)
  const servers: readonly ForeignServer[] = JSON.parse(readFileSync(file, 'utf8'))
  const wrong = servers.find(({ baseUrl }) => !LOOPBACK.includes(new URL(baseUrl).hostname))
  if (wrong === undefined) return servers
  throw new UsageError(
    `"${wrong.name}" is at ${wrong.baseUrl}. Expected: a server on this machine (${LOOPBACK.join(', ')}).`,
  )
}

function toRow(
  { name, version }: ForeignServer,
  { report, described, reached, leftAlone, harmed, added }: ForeignRun,
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
    String(described.totals.operations),
    ...[reached, leftAlone, harmed.length, added.length, report.leftBehind.length].map(String),
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
  if (path === undefined) throw new UsageError(`Give a folder that contains "servers.json".\n\n${HELP}`)
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
      const run = await verifyServer(server, {
        folder,
        onProgress: ({ done, total, operationId, rule }) =>
          progress.step(`${server.name} ${done}/${total} ${operationId}: ${rule}`),
      })
      const file = join(folder, 'reports', server.name)
      writeFileSync(`${file}.txt`, `${formatReport(run.described, { color: false, width: 120 })}\n`)
      writeFileSync(`${file}.json`, renderReport(run.described, 'json'))
      const differences = [...run.harmed.map((line) => `- ${line}`), ...run.added.map((line) => `+ ${line}`)]
      writeFileSync(`${file}.state.txt`, differences.join('\n'))
      rows.push(toRow(server, run))
    } catch (error) {
      if (!(error instanceof TargetError)) throw error
      failed++
      rows.push([server.name, server.version, error.message])
    }
  }
  progress.clear()
  const state = ['2xx', 'left alone', 'harmed', 'added', 'told']
  const header = [
    'server',
    'version',
    'operations',
    ...state,
    'requests',
    'seconds',
    ...checks.map(({ code }) => code),
  ]
  const totals = ['found', 'findings', 'passed', 'failed', 'not run']
  console.log(formatTable({ header: [...header, ...totals], rows, textColumns: 2 }))
  return failed > 0 ? 1 : 0
}

await runCommand(main)
