import { relative } from 'node:path'
import { configuredImportExtension } from '../configuration/import-extension.ts'
import { counted } from '../errors/counted.ts'
import type { Problem } from '../errors/problem.ts'
import { fileDisplayName } from '../load/source/file-name.ts'
import type { Config } from '../options/config/config-types.ts'
import { OUTPUTS } from '../outputs/outputs.ts'
import { webhooksOutput } from '../outputs/webhooks/output.ts'
import type { GeneratedTexts } from '../pipeline/generate.ts'
import { lackingPackages } from './packages/lacking-packages.ts'
import type { GeneratedOutput } from './progress/outcome.ts'
import type { Progress } from './progress/progress.ts'
import { showDocumentReading } from './progress/show-reading.ts'
import { lastGenerateRun, recordGenerateRun } from './record.ts'

/**
 * A folder with one of these files was probably generated for a document that this run does not know, such as
 * one of another configuration.
 */
const ROOT_FILES: readonly string[] = OUTPUTS.flatMap(({ writes }) => writes)

export interface GenerateOptions {
  readonly configs: readonly Config[]
  /** If true, compares with the files on disk and writes nothing. */
  readonly check: boolean
  readonly progress: Progress
}

/**
 * Generates code for every document before writing anything, so that a failure changes no output. Skips a
 * document if nothing has changed since the last run.
 * @returns the exit code, the files read, and the outputs; the code is 1 if `check` found stale output.
 */
export async function generateCommand({ configs, check, progress }: GenerateOptions): Promise<{
  code: 0 | 1
  sources: readonly string[]
  outputs: readonly GeneratedOutput[]
}> {
  const tasks: Task[] = []
  const outputs = new Map<Config, GeneratedOutput>()
  const sources: string[] = []
  for (const given of configs) {
    // The extension is determined here because it depends on tsconfig.json and is part of the record.
    const config = {
      ...given,
      importExtension: given.importExtension ?? configuredImportExtension(given.output),
    }
    for (const line of lackingPackages(config)) progress.done(line)
    const { record, notes } = await lastGenerateRun(config)
    for (const note of notes) progress.done(note)
    if (record !== undefined) {
      progress.warn(record.warnings)
      progress.done(`${relative(process.cwd(), config.output)}: ${operationsText(record)}, nothing changed.`)
      sources.push(...Object.keys(record.sources))
      const { operations, webhooks, leftOut } = record
      const files = Object.keys(record.outputs).length
      outputs.set(given, { ...namesOf(config), operations, webhooks, leftOut, files, ...UNTOUCHED })
      continue
    }
    const task = await make(config, { configs, progress, given })
    sources.push(...task.generated.sources)
    tasks.push(task)
  }
  for (const task of tasks) outputs.set(task.given, check ? await compare(task) : await write(task))
  // Runs are recorded only after all outputs have been written. An output folder can be inside another one,
  // so no folder is complete before that.
  if (!check) for (const task of tasks) await rememberTask(task)
  const inOrder = configs.flatMap((config) => outputs.get(config) ?? [])
  return { code: inOrder.some(({ stale }) => stale.length > 0) ? 1 : 0, sources, outputs: inOrder }
}

/** One document's output, and the other documents' output folders. */
interface Task {
  readonly given: Config
  readonly config: Config
  /** Start time in milliseconds since 1970. */
  readonly began: number
  readonly generated: GeneratedTexts
  readonly others: readonly string[]
  readonly warnings: readonly Problem[]
  readonly progress: Progress
}

/**
 * Loads the stages only if they are needed, because loading their libraries takes longer than loading a
 * document.
 */
async function make(
  config: Config,
  { configs, progress, given }: { configs: readonly Config[]; progress: Progress; given: Config },
): Promise<Task> {
  const { generateTexts } = await import('../pipeline/generate.ts')
  showDocumentReading(config.document, progress)
  const began = Date.now()
  const generated = await generateTexts(config)
  const { warnings } = generated
  progress.warn(warnings)
  const others = configs.map(({ output }) => output).filter((output) => output !== config.output)
  return { given, config, began, generated, others, warnings, progress }
}

async function write({ config, generated, others, progress }: Task): Promise<GeneratedOutput> {
  const { writeFiles } = await import('../write/write.ts')
  const { files } = generated
  const report = await writeFiles(config.output, files, { folders: others, rootFiles: ROOT_FILES })
  const counts = [
    `${report.written.length} written`,
    `${report.unchanged} unchanged`,
    ...(report.removed.length > 0 ? [`${report.removed.length} removed`] : []),
  ]
  progress.done(
    `${relative(process.cwd(), config.output)}: ${operationsText(countsOf(generated))}, ${counted(files.size, 'file')} (${counts.join(', ')}).`,
  )
  const { written, removed } = report
  return { ...described(config, generated), written, removed, stale: [] }
}

const UNTOUCHED = { written: [], removed: [], stale: [] }

function namesOf({ document, output }: Config): Pick<GeneratedOutput, 'document' | 'output'> {
  return { document: fileDisplayName(document), output: relative(process.cwd(), output) }
}

function described(config: Config, generated: GeneratedTexts) {
  return { ...namesOf(config), ...countsOf(generated), files: generated.files.size }
}

type Counts = Pick<GeneratedOutput, 'operations' | 'webhooks' | 'leftOut'>

function countsOf({ model, files, leftOut }: Pick<GeneratedTexts, 'model' | 'files' | 'leftOut'>): Counts {
  const isWritten = webhooksOutput.writes.some((file) => files.has(file))
  const webhooks = isWritten ? (model.webhooks?.operations.length ?? 0) : 0
  return { operations: model.operations.length, webhooks, leftOut }
}

/** For example "3 operations and 1 webhook (2 left out)". "0 operations" is omitted if there are webhooks. */
function operationsText({ operations, webhooks, leftOut }: Counts): string {
  const counts = [
    ...(operations > 0 || webhooks === 0 ? [counted(operations, 'operation')] : []),
    ...(webhooks > 0 ? [counted(webhooks, 'webhook')] : []),
  ]
  return `${counts.join(' and ')}${leftOut === 0 ? '' : ` (${leftOut} left out)`}`
}

async function rememberTask({ config, began, generated, warnings }: Task): Promise<void> {
  const { files, sources } = generated
  await recordGenerateRun(config, { began, sources, files, ...countsOf(generated), warnings })
}

async function compare({ config, generated, others, progress }: Task): Promise<GeneratedOutput> {
  const { files } = generated
  const { compareFiles } = await import('../write/write.ts')
  const { stale } = await compareFiles(config.output, files, { folders: others, rootFiles: ROOT_FILES })
  const folder = relative(process.cwd(), config.output)
  if (stale.length === 0) {
    progress.done(`${folder}: ${counted(files.size, 'file')} up to date.`)
    return { ...described(config, generated), ...UNTOUCHED }
  }
  progress.fail(
    `${folder}: ${counted(stale.length, 'stale file')}: ${stale.join(', ')}.\nFix: run this command without --check, and commit the result.`,
  )
  return { ...described(config, generated), ...UNTOUCHED, stale }
}
