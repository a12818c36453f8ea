import { relative } from 'node:path'
import { importExtensionFor } from '../configuration/import-extension.ts'
import { displayName } from '../load/source/file-name.ts'
import type { Config } from '../options/config/config-types.ts'
import type { Generated } from '../pipeline/generate.ts'
import type { Progress } from './progress.ts'
import { lastRun, remember } from './record.ts'

export interface GenerateOptions {
  readonly configs: readonly Config[]
  /** Compare with what is on the disk, and write nothing. */
  readonly check: boolean
  readonly progress: Progress
}

/**
 * Generates every document before anything is written, so that a failure leaves all outputs whole. A document of which
 * nothing changed since the last run is not generated again.
 * @returns the exit code, and the files that were read: 0, or 1 when `check` found stale output.
 */
export async function generateCommand({
  configs,
  check,
  progress,
}: GenerateOptions): Promise<{ code: 0 | 1; sources: readonly string[] }> {
  const tasks: Task[] = []
  const sources: string[] = []
  for (const given of configs) {
    // What a tsconfig.json decides belongs to what a run is remembered by.
    const config = { ...given, importExtension: given.importExtension ?? importExtensionFor(given.output) }
    const { record, notes } = await lastRun(config)
    for (const note of notes) progress.done(note)
    if (record !== undefined) {
      if (record.warnings !== '') progress.done(record.warnings)
      progress.done(
        `${relative(process.cwd(), config.output)}: ${record.operations} operations${leftOutText(record.leftOut)}, nothing changed.`,
      )
      sources.push(...Object.keys(record.sources))
      continue
    }
    const task = await make(config, { configs, progress })
    sources.push(...task.generated.sources)
    tasks.push(task)
  }
  const codes: (0 | 1)[] = []
  for (const task of tasks) codes.push(check ? await compare(task) : await write(task))
  // One document's folder may lie in another's, so a folder is complete only now.
  if (!check) for (const task of tasks) await rememberTask(task)
  return { code: codes.includes(1) ? 1 : 0, sources }
}

/** The output of one document, and the folders of the other documents. */
interface Task {
  readonly config: Config
  /** In milliseconds since 1970. */
  readonly began: number
  readonly generated: Generated
  readonly others: readonly string[]
  readonly warnings: string
  readonly progress: Progress
}

/** The stages are loaded only when they have something to do: their libraries take longer to load than a document. */
async function make(
  config: Config,
  { configs, progress }: { configs: readonly Config[]; progress: Progress },
): Promise<Task> {
  const { generate } = await import('../pipeline/generate.ts')
  const { formatProblems } = await import('../errors/problem.ts')
  const name = displayName(config.document)
  const began = Date.now()
  const generated = await generate(config, (stage) => progress.step(`${name}: ${stage}`))
  const warnings = generated.warnings.length === 0 ? '' : formatProblems(generated.warnings)
  if (warnings !== '') progress.done(warnings)
  const others = configs.map(({ output }) => output).filter((output) => output !== config.output)
  return { config, began, generated, others, warnings, progress }
}

async function write({ config, generated, others, progress }: Task): Promise<0> {
  const { writeFiles } = await import('../write/write.ts')
  const { files, model } = generated
  progress.step(`${displayName(config.document)}: write`)
  const report = await writeFiles(config.output, files, others)
  const counts = [
    `${report.written.length} written`,
    `${report.unchanged} unchanged`,
    ...(report.removed.length > 0 ? [`${report.removed.length} removed`] : []),
  ]
  progress.done(
    `${relative(process.cwd(), config.output)}: ${model.operations.length} operations${leftOutText(generated.leftOut)}, ${files.size} files (${counts.join(', ')}).`,
  )
  return 0
}

/** What filters keep out of the outputs, as a part of a sentence. */
function leftOutText(leftOut: number): string {
  return leftOut === 0 ? '' : ` (${leftOut} left out)`
}

async function rememberTask({ config, began, generated, warnings }: Task): Promise<void> {
  const { files, model, sources, leftOut } = generated
  await remember(config, { began, sources, files, operations: model.operations.length, leftOut, warnings })
}

async function compare({ config, generated: { files }, others, progress }: Task): Promise<0 | 1> {
  const { compareFiles } = await import('../write/write.ts')
  const { stale } = await compareFiles(config.output, files, others)
  const folder = relative(process.cwd(), config.output)
  if (stale.length === 0) {
    progress.done(`${folder}: ${files.size} files are up to date.`)
    return 0
  }
  progress.done(
    `${folder}: ${stale.length} of ${files.size} files are stale: ${stale.join(', ')}.\nFix: run \`concordat generate\` and commit the result.`,
  )
  return 1
}
