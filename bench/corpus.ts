import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress, type Progress } from '../generator/commands/progress/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import { agreementOfOutput } from './corpus/agreement-of-output.ts'
import { type DocumentAgreement, formatAgreements, isInAgreement } from './corpus/agreement-table.ts'
import { COMPILERS, type Compiler, checkTypes, inBatches } from './corpus/check-types.ts'
import { CompiledBefore } from './corpus/compiled-before.ts'
import type { Forbidden } from './corpus/examine-output.ts'
import { type CorpusDocument, findDocuments } from './corpus/find-documents.ts'
import { type Judgement, judgeDocument } from './corpus/judge-document.ts'
import { chooseDocuments } from './corpus/named-documents.ts'
import { installDocuments } from './corpus/packages.ts'
import { prepareProject } from './corpus/project.ts'
import { type DocumentTypes, formatTypes, isExplained, typesOfDocument } from './corpus/types-of-document.ts'
import { existingFolders } from './existing-folders.ts'
import { formatTable } from './table.ts'

const HELP = `Generates all outputs of real OpenAPI documents, type-checks them, and prints one table.

  npm run corpus -- FOLDER…
      --only a,b       only documents whose names contain one of these
      --compilers 7,6  from ${COMPILERS.map(({ name }) => name).join(', ')}; default: all
      --agreement      call every operation's client before its own server instead of type-checking
      --types          compare every type with that of openapi-typescript instead
      --keep           keep the outputs; the last line says where
      --help

The documents are those below the folders and, unless --own is given, those of two npm packages, which are installed into a
temporary folder:
      --own            only the folders

Each document must produce code for every operation and no error under tsc with every strict flag and "declaration". No
file may contain the type any, a comment that hides errors, today's date, this package's version or a path of this machine. A refusal
is a failure, unless the document cannot be parsed. An output that compiled without errors is not compiled again as long as it and the
runtime do not change, so an interrupted run continues.

With --agreement, each call carries seeded values: parameters, bodies and headers out, responses of each documented status and
media type back. The handler must get what was sent and the caller what was returned, or the client must refuse to
send it and say why.

With --types, each schema, parameter and body has two types, ours and openapi-typescript's. Every pair that is
not assignable in both directions is printed with the reason; one without a known reason is a failure.

Exit codes: 0 all as expected; 1 an expectation is not met; 2 wrong usage.`

/**
 * Maximum number of failures printed per document. Any others are only counted, because a single mistake in a
 * template recurs in every operation.
 */
const FAILURES_SHOWN = 12

const root = resolve(import.meta.dirname, '..')

/** A document, its output, and each compiler's errors in that output. */
interface Row extends Judgement {
  /** Folder of the output, relative to the project. */
  readonly folder: string
  /** Errors by compiler name. */
  readonly errors: ReadonlyMap<string, readonly string[]>
}

function toCells(
  { document, outcome, made, errors }: Row,
  compilers: readonly Compiler[],
): readonly string[] {
  if (made === undefined) return [document.name, document.version, outcome]
  const { generated, examination } = made
  return [
    document.name,
    document.version,
    String(generated.operations),
    generated.seconds.toFixed(2),
    generated.megabytes.toFixed(0),
    String(examination.files),
    String(examination.lines),
    ...compilers.map(({ name }) => String(errors.get(name)?.length ?? '')),
  ]
}

function failuresOf({ failures, errors }: Row): readonly string[] {
  return [...failures, ...[...errors].flatMap(([name, lines]) => lines.map((line) => `tsc ${name}: ${line}`))]
}

function formatFailures(row: Row): string {
  const failures = failuresOf(row)
  const shown = failures.slice(0, FAILURES_SHOWN)
  const rest = failures.length - shown.length
  const lines = [...shown, ...(rest > 0 ? [`… and ${rest} more.`] : [])].map((line) => `  ${line}`)
  return `\n${row.document.name}: ${failures.length} broken expectations\n${lines.join('\n')}`
}

function formatTotals(rows: readonly Row[], compilers: readonly Compiler[]): string {
  const made = rows.flatMap((row) => row.made ?? [])
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const operations = sum(made.map(({ generated }) => generated.operations))
  const free = rows.filter(
    ({ made, errors }) => made !== undefined && [...errors.values()].every(({ length }) => length === 0),
  )
  const names = compilers.map(({ name }) => name).join(', ')
  return [
    `${made.length} of ${rows.length} documents generate, with ${operations} operations in ${sum(made.map(({ generated }) => generated.seconds)).toFixed(0)} s;`,
    `the output of ${free.length} compiles without errors under tsc ${names};`,
    `${rows.filter((row) => failuresOf(row).length === 0).length} are as expected.`,
  ].join(' ')
}

function forbiddenText(folders: readonly string[]): readonly Forbidden[] {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const paths = [root, ...folders, homedir(), tmpdir()].filter((path) => path !== '/')
  return [
    { what: "today's date", text: new Date().toISOString().slice(0, 10) },
    { what: "this package's version", text: version },
    ...paths.map((text) => ({ what: 'a path on this machine', text })),
  ]
}

function chooseCompilers(names: string | undefined): readonly Compiler[] {
  if (names === undefined) return COMPILERS
  const chosen = names.split(',')
  const unknown = chosen.find((name) => !COMPILERS.some((compiler) => compiler.name === name))
  if (unknown !== undefined) throw new UsageError(`There is no compiler "${unknown}".\n\n${HELP}`)
  return COMPILERS.filter(({ name }) => chosen.includes(name))
}

interface RunOptions {
  readonly folders: readonly string[]
  /** A temporary folder, prepared by `prepareProject`. */
  readonly project: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

async function judgeAll(
  documents: readonly CorpusDocument[],
  { folders, project, progress, signal }: RunOptions,
): Promise<readonly Omit<Row, 'errors'>[]> {
  const forbidden = forbiddenText(folders)
  const rows: Omit<Row, 'errors'>[] = []
  for (const [index, document] of documents.entries()) {
    progress.live(`${index + 1} of ${documents.length}: ${document.name}`)
    const folder = `${index + 1}-${basename(document.name).replaceAll(/[^\w.-]/g, '-')}`
    const judgement = await judgeDocument(document, { output: join(project, folder), forbidden, signal })
    rows.push({ ...judgement, folder })
  }
  progress.done(`${documents.length} documents read.`)
  return rows
}

/** Compiles all folders with one compiler. @returns the errors by folder. */
async function compileAll(
  folders: readonly string[],
  { compiler, project, progress, signal }: RunOptions & { readonly compiler: Compiler },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const before = new CompiledBefore(root, compiler)
  const paths = folders.map((folder) => join(project, folder)).filter((path) => !before.has(path))
  const batches = inBatches(paths).map((batch) => batch.map((path) => basename(path)))
  const errors = new Map<string, readonly string[]>(folders.map((folder) => [folder, []]))
  for (const [index, batch] of batches.entries()) {
    progress.live(`tsc ${compiler.name}: ${index + 1} of ${batches.length}: ${batch.join(', ')}`)
    for (const [folder, found] of await checkTypes(batch, { project, root, compiler, signal })) {
      errors.set(folder, found)
      if (found.length === 0) before.add(join(project, folder))
    }
  }
  progress.done(
    `${paths.length} outputs compiled by tsc ${compiler.name}; ${folders.length - paths.length} had compiled before.`,
  )
  return errors
}

/** Calls the operations of every output that has any. */
async function callAll(
  judged: readonly Omit<Row, 'errors'>[],
  { project, progress, signal }: RunOptions,
): Promise<readonly DocumentAgreement[]> {
  const rows: DocumentAgreement[] = []
  for (const [index, { document, folder, outcome, made }] of judged.entries()) {
    progress.live(`Calls: ${index + 1} of ${judged.length}: ${document.name}`)
    if (made?.generated.operations === 0) continue
    const agreement =
      made === undefined ? { failure: outcome } : await agreementOfOutput(join(project, folder), signal)
    rows.push({ document: document.name, agreement })
  }
  progress.done(`${rows.length} documents called.`)
  return rows
}

async function compareAll(
  documents: readonly CorpusDocument[],
  { progress, signal }: Pick<RunOptions, 'progress' | 'signal'>,
): Promise<readonly DocumentTypes[]> {
  const rows: DocumentTypes[] = []
  for (const [index, document] of documents.entries()) {
    progress.live(`Types: ${index + 1} of ${documents.length}: ${document.name}`)
    rows.push(await typesOfDocument(document, signal))
  }
  progress.done(`${rows.length} documents compared.`)
  return rows
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string' },
      compilers: { type: 'string' },
      agreement: { type: 'boolean', default: false },
      types: { type: 'boolean', default: false },
      own: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const folders = existingFolders(positionals, HELP)
  const compilers = chooseCompilers(values.compilers)
  const temporary = mkdtempSync(join(tmpdir(), 'concordat-corpus-'))
  try {
    const progress = createProgress(process.stderr)
    progress.live('Finding documents')
    const installed = values.own ? [] : await installDocuments(join(temporary, 'packages'), signal)
    const documents = chooseDocuments([...folders.flatMap(findDocuments), ...installed], values.only)
    if (documents.length === 0) throw new UsageError(`No document matches.\n\n${HELP}`)
    if (values.types) {
      const rows = await compareAll(documents, { progress, signal })
      console.log(formatTypes(rows))
      return isExplained(rows) ? 0 : 1
    }
    const project = join(temporary, 'outputs')
    prepareProject(project, root)
    const run: RunOptions = { folders, project, progress, signal }
    const judged = await judgeAll(documents, run)
    const made = judged.filter((row) => row.made !== undefined).map(({ folder }) => folder)
    if (values.agreement) {
      const rows = await callAll(judged, run)
      console.log(formatAgreements(rows))
      return isInAgreement(rows) ? 0 : 1
    }
    const checks: [string, ReadonlyMap<string, readonly string[]>][] = []
    for (const compiler of compilers)
      checks.push([compiler.name, await compileAll(made, { ...run, compiler })])
    const rows = judged.map(
      (row): Row => ({
        ...row,
        errors: new Map(checks.map(([name, errors]) => [name, errors.get(row.folder) ?? []])),
      }),
    )
    console.log(format(rows, compilers))
    return rows.some((row) => failuresOf(row).length > 0) ? 1 : 0
  } finally {
    if (values.keep) console.log(`Outputs are in ${temporary}`)
    else rmSync(temporary, { recursive: true, force: true })
  }
}

function format(rows: readonly Row[], compilers: readonly Compiler[]): string {
  const header = [
    'document',
    'version',
    'operations',
    'seconds',
    'peak MB',
    'files',
    'lines of TypeScript',
    ...compilers.map(({ name }) => `tsc ${name} errors`),
  ]
  const broken = rows.filter((row) => failuresOf(row).length > 0)
  return [
    formatTable({ header, rows: rows.map((row) => toCells(row, compilers)), textColumns: 1 }),
    ...broken.map(formatFailures),
    '',
    formatTotals(rows, compilers),
  ].join('\n')
}

await runCommand(main)
