import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { resolveConfig } from '../../configuration/read-config.ts'
import { UsageError } from '../../errors/problem.ts'
import { isAddress, isStandardInput } from '../../load/source/file-name.ts'
import { CONFIG_FILE } from '../../options/config-file.ts'
import type { Given } from '../../options/options.ts'
import type { Output } from '../../outputs/outputs.ts'
import { readDocument } from '../../pipeline/read-document.ts'
import { writeText } from '../../write/write.ts'
import { generateCommand } from '../generate.ts'
import { installLine } from '../packages/manager.ts'
import type { InitResult } from '../progress/outcome.ts'
import type { Progress } from '../progress/progress.ts'
import { findDocument } from './find-document.ts'
import { nextSteps } from './next-steps.ts'
import { missingPackages, outputsFor, type Project, readProject, withScripts } from './project.ts'

/**
 * Sets a project up: writes a configuration and scripts, and generates. Nothing is written where the document is wrong.
 * @throws {UsageError} where there is a configuration already, no package.json, or no document that is plainly meant.
 * @throws {ProblemsError} when the document is wrong.
 */
export async function initCommand({ given, progress }: { given: Given; progress: Progress }): Promise<0 | 1> {
  const folder = process.cwd()
  const file = join(folder, CONFIG_FILE)
  if (existsSync(file)) throw new UsageError(alreadySetUp(given))
  const project = readProject(folder)
  const document = posix(given.document === undefined ? findDocument(folder) : named(given.document, folder))
  const output = posix(
    given.output === undefined
      ? existsSync(join(folder, 'src'))
        ? 'src/generated'
        : 'generated'
      : relative(folder, given.output),
  )
  const outputs = given.outputs?.filter((one) => typeof one === 'string') ?? outputsFor(project)
  const { overlays, root, documentHeaders } = given
  const written: WrittenConfig = {
    document,
    ...(overlays !== undefined && { overlays: overlays.map((file) => posix(named(file, folder))) }),
    ...(root !== undefined && { root: posix(named(root, folder)) }),
    output,
    outputs,
  }
  // Headers may be secret: they serve this run, and stay out of the file.
  const headers = documentHeaders === undefined ? {} : { documentHeaders }
  const config = resolveConfig({ ...written, ...headers }, folder)
  const { model } = await readDocument(config)
  await writeText(file, configText(written))
  progress.done(`${CONFIG_FILE}: written for ${document}.`)
  const manifest = withScripts(project)
  if (manifest !== undefined) {
    await writeText(join(folder, 'package.json'), manifest)
    progress.done('package.json: scripts to generate are added.')
  }
  const { code, outputs: generated } = await generateCommand({ configs: [config], check: false, progress })
  const install = installLines({ project, outputs })
  progress.done(nextSteps({ install, model, output, outputs }))
  const result: InitResult = { config: CONFIG_FILE, document, output, outputs, install, generated }
  progress.result({ data: result, exitCode: code })
  return code
}

function alreadySetUp({ outputs = [] }: Given): string {
  const wanted = outputs.filter((one) => typeof one === 'string').map((name) => `'${name}'`)
  const more = wanted.length === 0 ? "more, such as 'server'," : wanted.join(', ')
  return `There is a "${CONFIG_FILE}" already: add ${more} to its "outputs", and run: npx concordat generate`
}

function named(document: string, folder: string): string {
  if (isStandardInput(document))
    throw new UsageError(
      'A configuration cannot name the standard input. Fix: save the document to a file, and name that: --document openapi.yaml.',
    )
  return isAddress(document) ? document : relative(folder, document) || '.'
}

function posix(path: string): string {
  return path.split(sep).join('/')
}

/** What the file says, in this order. */
interface WrittenConfig {
  readonly document: string
  readonly overlays?: readonly string[]
  readonly root?: string
  readonly output: string
  readonly outputs: readonly Output[]
}

function configText(config: WrittenConfig): string {
  const text = (value: string) => `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  const members = Object.entries<string | readonly string[]>({ ...config }).map(([name, value]) =>
    typeof value === 'string' ? `  ${name}: ${text(value)},` : `  ${name}: [${value.map(text).join(', ')}],`,
  )
  return `import { defineConfig } from 'concordat/config'

export default defineConfig({
${members.join('\n')}
})
`
}

/** What installs what the generated code runs on. */
function installLines({
  project,
  outputs,
}: {
  readonly project: Project
  readonly outputs: readonly Output[]
}): readonly string[] {
  const { run, develop } = missingPackages(project, outputs)
  return [
    ...(run.length > 0 ? [installLine(project.manager, run, false)] : []),
    ...(develop.length > 0 ? [installLine(project.manager, develop, true)] : []),
  ]
}
