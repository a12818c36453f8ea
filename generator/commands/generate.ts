import { relative } from 'node:path'
import type { Config } from '../config.ts'
import { formatProblems } from '../errors/problem.ts'
import { type Generated, generate } from '../generate.ts'
import { compareFiles, writeFiles } from '../write/write.ts'
import type { Progress } from './progress.ts'

export interface GenerateOptions {
  readonly configs: readonly Config[]
  /** Compare with what is on the disk, and write nothing. */
  readonly check: boolean
  readonly progress: Progress
}

/**
 * Generates every document before anything is written, so that a failure leaves all outputs whole.
 * @returns the exit code, and the files that were read: 0, or 1 when `check` found stale output.
 */
export async function generateCommand({
  configs,
  check,
  progress,
}: GenerateOptions): Promise<{ code: 0 | 1; sources: readonly string[] }> {
  const made: { config: Config; generated: Generated }[] = []
  for (const config of configs) {
    const name = relative(process.cwd(), config.document)
    const generated = await generate(config, (stage) => progress.step(`${name}: ${stage}`))
    if (generated.warnings.length > 0) progress.done(formatProblems(generated.warnings))
    made.push({ config, generated })
  }
  const sources = made.flatMap(({ generated }) => generated.sources)
  const codes: (0 | 1)[] = []
  for (const { config, generated } of made) {
    const others = configs.map(({ output }) => output).filter((output) => output !== config.output)
    const task = { config, generated, others, progress }
    codes.push(check ? await compare(task) : await write(task))
  }
  return { code: codes.includes(1) ? 1 : 0, sources }
}

/** The output of one document, and the folders of the other documents. */
interface Task {
  readonly config: Config
  readonly generated: Generated
  readonly others: readonly string[]
  readonly progress: Progress
}

async function write({ config, generated: { files, model }, others, progress }: Task): Promise<0> {
  progress.step(`${relative(process.cwd(), config.document)}: write`)
  const report = await writeFiles(config.output, files, others)
  const counts = [
    `${report.written.length} written`,
    `${report.unchanged} unchanged`,
    ...(report.removed.length > 0 ? [`${report.removed.length} removed`] : []),
  ]
  progress.done(
    `${relative(process.cwd(), config.output)}: ${model.operations.length} operations, ${files.size} files (${counts.join(', ')}).`,
  )
  return 0
}

async function compare({ config, generated: { files }, others, progress }: Task): Promise<0 | 1> {
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
