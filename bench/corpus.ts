import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import { COMPILERS, prepareProject } from './corpus/check-types.ts'
import type { Forbidden } from './corpus/examine-output.ts'
import { type CorpusDocument, findDocuments } from './corpus/find-documents.ts'
import { type Judgement, judgeDocument } from './corpus/judge-document.ts'
import { formatTable } from './table.ts'

const HELP = `Generates all outputs of every OpenAPI document below a folder, type-checks them, and prints one table.

  npm run corpus -- FOLDER
      --only a,b     only these documents or folders, as paths below FOLDER
      --keep         leave the outputs where the last line says, for a look at them
      --help

Expected of each document: of 3.0 and 3.1, code for every operation, no error under tsc ${COMPILERS.map(({ name }) => name).join(' and ')} with --strict,
exactOptionalPropertyTypes and noUncheckedIndexedAccess, and in no file the type any, a comment that hides errors, today's
date, this package's version or a path of this machine; of any other version, a refusal that names it, and no file.

Exit codes: 0 all as expected; 1 an expectation is broken; 2 wrong usage.`

const HEADER = [
  'document',
  'version',
  'operations',
  'seconds',
  'peak MB',
  'files',
  'lines of TypeScript',
  ...COMPILERS.flatMap(({ name }) => [`tsc ${name} errors`, 'seconds']),
]

/** Failures of one document beyond these are counted only: one cause in a template repeats for each operation. */
const FAILURES_SHOWN = 12

const root = resolve(import.meta.dirname, '..')

function toRow({ document, outcome, made }: Judgement): readonly string[] {
  if (made === undefined) return [document.name, document.version, outcome]
  const { generated, examination, checks } = made
  return [
    document.name,
    document.version,
    String(generated.operations),
    generated.seconds.toFixed(2),
    generated.megabytes.toFixed(0),
    String(examination.files),
    String(examination.lines),
    ...checks.flatMap(({ errors, seconds }) => [String(errors.length), seconds.toFixed(2)]),
  ]
}

function formatFailures({ document, failures }: Judgement): string {
  const shown = failures.slice(0, FAILURES_SHOWN)
  const rest = failures.length - shown.length
  const lines = [...shown, ...(rest > 0 ? [`… and ${rest} more.`] : [])].map((line) => `  ${line}`)
  return `\n${document.name}: ${failures.length} broken expectations\n${lines.join('\n')}`
}

function forbiddenText(folder: string): readonly Forbidden[] {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const paths = [root, folder, homedir(), tmpdir()].filter((path) => path !== '/')
  return [
    { what: "today's date", text: new Date().toISOString().slice(0, 10) },
    { what: "this package's version", text: version },
    ...paths.map((text) => ({ what: 'a path of this machine', text })),
  ]
}

function choose(documents: readonly CorpusDocument[], only: string | undefined): readonly CorpusDocument[] {
  if (only === undefined) return documents
  const paths = only.split(',')
  return documents.filter(({ name }) => paths.some((path) => name === path || name.startsWith(`${path}/`)))
}

interface JudgeAllOptions {
  readonly folder: string
  /** A temporary folder, made ready by `prepareProject`. */
  readonly project: string
  readonly signal: AbortSignal
}

async function judgeAll(
  documents: readonly CorpusDocument[],
  { folder, project, signal }: JudgeAllOptions,
): Promise<readonly Judgement[]> {
  const progress = createProgress(process.stderr)
  const forbidden = forbiddenText(folder)
  const judgements: Judgement[] = []
  for (const [index, document] of documents.entries()) {
    progress.step(`${index + 1} of ${documents.length}: ${document.name}`)
    const output = join(project, document.name.replaceAll(/[^\w.-]/g, '-'))
    judgements.push(await judgeDocument(document, { root, output, forbidden, signal }))
  }
  progress.done(`${documents.length} documents.`)
  return judgements
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [path] = positionals
  if (values.help) {
    console.log(HELP)
    return 0
  }
  if (path === undefined || !existsSync(path)) throw new UsageError(`Name a folder of documents.\n\n${HELP}`)
  const folder = resolve(path)
  const documents = choose(findDocuments(folder), values.only)
  if (documents.length === 0) throw new UsageError(`"${path}" holds no OpenAPI document of that name.`)
  const project = mkdtempSync(join(tmpdir(), 'concordat-corpus-'))
  try {
    prepareProject(project, root)
    const judgements = await judgeAll(documents, { folder, project, signal })
    const broken = judgements.filter(({ failures }) => failures.length > 0)
    console.log(formatTable({ header: HEADER, rows: judgements.map(toRow), textColumns: 1 }))
    for (const judgement of broken) console.log(formatFailures(judgement))
    console.log(`\n${judgements.length - broken.length} of ${judgements.length} documents as expected.`)
    return broken.length > 0 ? 1 : 0
  } finally {
    if (values.keep) console.log(`Outputs are in ${project}`)
    else rmSync(project, { recursive: true, force: true })
  }
}

await runCommand(main)
