import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ReportDocument } from '@concordat/contract'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import type { CorpusDocument } from './corpus/find-documents.ts'
import { namedDocuments } from './corpus/named-documents.ts'
import { type Measured, measure } from './measure.ts'
import { formatTable } from './table.ts'

const DEFAULTS = { budget: '20', maxTime: '120s' }

const HELP = `Runs the contract rules from OpenAPI documents against servers that send the same response to every request, and prints one table.

  npm run bench:answers -- FOLDER…
      --only a,b         only documents whose names contain one of these
      --answers a,b      any of 200, 401, 404, 500, html; default: all
      --budget N         requests per operation; default: ${DEFAULTS.budget}
      --max-time TIME    time limit of one run; default: ${DEFAULTS.maxTime}
      --help

Each run must end within its time and in bounded memory, either with a report that shows no bug in Concordat,
or with one sentence that says why such a server cannot be tested.

Exit codes: 0 all as expected; 1 an expectation is not met; 2 wrong usage.`

/** Time that a run may take beyond its own limit, for reading a large document, cleanup and reports. */
const GRACE_MS = 120_000
/** Maximum memory of a run. It covers reading a 12 MB document and the worker, which has its own limit. */
const MOST_MEGABYTES = 3000

const ANSWERS: Readonly<Record<string, { status: number; type: string; text: string }>> = {
  '200': { status: 200, type: 'application/json', text: '{}' },
  '401': { status: 401, type: 'application/json', text: '{"detail":"Who are you?"}' },
  '404': { status: 404, type: 'application/json', text: '{"detail":"Not here."}' },
  '500': { status: 500, type: 'application/json', text: '{"detail":"Broken."}' },
  html: { status: 200, type: 'text/html', text: '<!doctype html><title>Welcome</title>' },
}

const ROOT = resolve(import.meta.dirname, '..')
const HEADER = [
  'document',
  'answer',
  'exit',
  'seconds',
  'MB',
  'operations',
  'requests',
  'findings',
  'not run',
  'defects',
]

interface RunOptions {
  readonly document: CorpusDocument
  readonly answer: string
  readonly baseUrl: string
  readonly budget: string
  readonly maxTime: string
  readonly signal: AbortSignal
}

/** Runs the suite, and returns one table row with its deviations from the expected outcome. */
async function verify({ document, answer, baseUrl, budget, maxTime, signal }: RunOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-answers-'))
  try {
    const file = join(folder, 'report.json')
    const timeoutMs = Number.parseFloat(maxTime) * 1000 + GRACE_MS
    const measured = await measure({
      args: [
        ...[join(ROOT, 'generator/cli.ts'), 'verify', baseUrl],
        ...['--document', document.file, '--root', document.root],
        ...['--disposable', '--budget', budget, '--max-time', maxTime, '--report', `json=${file}`],
      ],
      cwd: folder,
      env: { CONCORDAT_KEY: 'nobody:a-key' },
      timeoutMs,
      signal,
    })
    const report: ReportDocument | undefined = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : undefined
    const { totals, requests } = report ?? {}
    const figures = [totals?.operations, requests, totals?.findings, totals?.notRun, totals?.defects]
    const row = [
      ...[document.name, answer, String(measured.code ?? 'killed')],
      ...[measured.seconds.toFixed(1), measured.megabytes.toFixed(0)],
      ...figures.map((figure) => String(figure ?? '-')),
    ]
    const last = measured.stderr.trim().split('\n').at(-1) ?? ''
    const refusal = report === undefined && measured.code === 2 ? last : undefined
    return { row, faults: faultsOf(measured, report), refusal }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function faultsOf({ code, megabytes, stderr }: Measured, report: ReportDocument | undefined): string[] {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  const isRefusal = code === 2 && report === undefined && !/^\s+at /m.test(stderr)
  return [
    ...(code === undefined ? ['it hangs'] : []),
    ...(report === undefined && !isRefusal ? [`no report: ${last}`] : []),
    ...(report?.defects ?? [])
      .slice(0, 3)
      .map(
        ({ operationId, rule, stack }) =>
          `${rule} ${operationId}: ${stack.split('\n').slice(0, 3).join(' | ')}`,
      ),
    ...(report?.notRun ?? [])
      .filter(({ reason }) => /silent|no memory|process/.test(reason))
      .map(({ reason, checks }) => `${checks.length} checks: ${reason}`),
    ...(megabytes > MOST_MEGABYTES ? [`more than ${MOST_MEGABYTES} MB`] : []),
  ]
}

async function serve(answer: string): Promise<{ readonly url: string; readonly server: Server }> {
  const { status, type, text } = ANSWERS[answer] ?? { status: 500, type: '', text: '' }
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(status, { 'content-type': type }).end(incoming.method === 'HEAD' ? '' : text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

function readOptions() {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string' },
      answers: { type: 'string', default: Object.keys(ANSWERS).join() },
      budget: { type: 'string', default: DEFAULTS.budget },
      'max-time': { type: 'string', default: DEFAULTS.maxTime },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const answers = values.answers.split(',')
  const wrong = answers.find((name) => ANSWERS[name] === undefined)
  if (wrong !== undefined) throw new UsageError(`Unknown answer "${wrong}".\n\n${HELP}`)
  const documents = values.help ? [] : namedDocuments(positionals, { only: values.only, help: HELP })
  return { ...values, documents, answers, maxTime: values['max-time'] }
}

async function main(signal: AbortSignal): Promise<number> {
  const { help, documents, answers, budget, maxTime } = readOptions()
  if (help) {
    console.log(HELP)
    return 0
  }
  const progress = createProgress(process.stderr)
  const rows: (readonly string[])[] = []
  let failed = 0
  for (const answer of answers) {
    const { url, server } = await serve(answer)
    for (const document of documents) {
      progress.step(`${document.name}: ${answer}`)
      const { row, faults, refusal } = await verify({
        document,
        answer,
        baseUrl: url,
        budget,
        maxTime,
        signal,
      })
      const remarks = refusal === undefined ? faults : [...faults, refusal]
      rows.push(row, ...remarks.map((remark) => ['', '', `  ${remark}`]))
      failed += faults.length
      progress.done(row.join('  '))
      for (const remark of remarks) progress.done(`  ${remark}`)
    }
    server.close().closeAllConnections()
  }
  progress.clear()
  console.log(formatTable({ header: HEADER, rows, textColumns: 2 }))
  return failed > 0 ? 1 : 0
}

await runCommand(main)
