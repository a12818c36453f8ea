import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { runCommand } from './command.ts'
import { namedDocuments } from './corpus/named-documents.ts'
import { KnownResults, type MockResult } from './mock/known-results.ts'
import { formatTable } from './table.ts'

const BUDGET = '80'
/**
 * Time limit for one document in milliseconds, which is more than the largest one needs on two busy
 * processors.
 */
const TIMEOUT_MS = 30 * 60_000
/** Findings and reasons to print per document. */
const MOST_REMARKS = 12

const HELP = `Runs every rule of the suite against the mock of each OpenAPI document below the folders, and prints one table.

  npm run bench:mock -- FOLDER…
      --only a,b         only documents whose names contain one of these
      --budget N         requests for each operation; default: ${BUDGET}
      --fresh            forgets what earlier runs found
      --help

Each must have no finding, and run 90 % of the planned pairs of operation and rule. An interrupted run continues where it
stopped: the result of a document holds as long as neither it nor our sources change.

Exit codes: 0 all as expected; 1 an expectation is not met; 2 wrong usage.`

const HEADER = ['document', 'pairs', 'run', '%', 'findings', 'requests', 'seconds']
const LEAST_SHARE = 0.9

function rowsOf(name: string, result: MockResult): (readonly string[])[] {
  const { pairs, run, requests, seconds, remarks, findings, failure } = result
  const share = pairs === 0 ? 100 : (run / pairs) * 100
  const figures =
    failure === undefined
      ? [pairs, run, share.toFixed(1), findings, requests, seconds.toFixed(0)]
      : ['no report', '', '', '', '', seconds.toFixed(0)]
  return [
    [name, ...figures.map(String)],
    ...remarks.slice(0, MOST_REMARKS).map((remark) => ['', `  ${remark}`]),
  ]
}

function isAsExpected({ pairs, run, findings, failure }: MockResult): boolean {
  return failure === undefined && findings === 0 && run >= pairs * LEAST_SHARE
}

/** Tests a document's mock in a separate process, so that one document cannot affect the others. */
function verify(
  file: string,
  { root, budget }: { readonly root: string; readonly budget: string },
): MockResult {
  const start = performance.now()
  const script = resolve(import.meta.dirname, 'mock/judge-document.ts')
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, file, root, budget], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 2 ** 28,
  })
  const seconds = (performance.now() - start) / 1000
  if (status === 0) return { ...(JSON.parse(stdout) as Omit<MockResult, 'seconds'>), seconds }
  const failure = stderr.trim().split('\n').at(-1) || `ended by ${signal ?? status}`
  return { pairs: 0, run: 0, findings: 0, requests: 0, seconds, failure, remarks: [failure] }
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string' },
      budget: { type: 'string', default: BUDGET },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const documents = namedDocuments(positionals, { only: values.only, help: HELP })
  const known = new KnownResults(resolve(import.meta.dirname, '..'), values.budget)
  const progress = createProgress(process.stderr)
  const results: (readonly [name: string, result: MockResult])[] = []
  for (const { name, file, root } of documents) {
    if (signal.aborted) break
    progress.step(name)
    const found = values.fresh ? undefined : known.get(file)
    const result = found ?? verify(file, { root, budget: values.budget })
    if (found === undefined) known.set(file, result)
    results.push([name, result])
    progress.done(rowsOf(name, result)[0]?.join('  ') ?? name)
  }
  progress.clear()
  const rows = results.flatMap(([name, result]) => rowsOf(name, result))
  console.log(formatTable({ header: HEADER, rows, textColumns: 1 }))
  return results.every(([, result]) => isAsExpected(result)) ? 0 : 1
}

await runCommand(main)
