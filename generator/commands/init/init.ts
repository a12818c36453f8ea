import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { importExtensionFor } from '../../configuration/import-extension.ts'
import { resolveConfig } from '../../configuration/read-config.ts'
import { UsageError } from '../../errors/problem.ts'
import { isAddress } from '../../load/source/file-name.ts'
import type { Model } from '../../model/model.ts'
import type { Output } from '../../options/config/outputs.ts'
import { CONFIG_FILE } from '../../options/config-file.ts'
import type { Given } from '../../options/options.ts'
import { readDocument } from '../../pipeline/read-document.ts'
import { writeText } from '../../write/write.ts'
import { generateCommand } from '../generate.ts'
import type { InitResult } from '../progress/outcome.ts'
import type { Progress } from '../progress/progress.ts'
import { findDocument } from './find-document.ts'
import {
  installLine,
  missingPackages,
  outputsFor,
  type Project,
  readProject,
  withScripts,
} from './project.ts'

/**
 * Sets a project up: writes a configuration and scripts, and generates. Nothing is written where the document is wrong.
 * @throws {UsageError} where there is a configuration already, no package.json, or no document that is plainly meant.
 * @throws {ProblemsError} when the document is wrong.
 */
export async function initCommand({ given, progress }: { given: Given; progress: Progress }): Promise<0 | 1> {
  const folder = process.cwd()
  const file = join(folder, CONFIG_FILE)
  if (existsSync(file))
    throw new UsageError(`There is a "${CONFIG_FILE}" already. To generate: npx concordat generate`)
  const project = readProject(folder)
  const document = posix(given.document === undefined ? findDocument(folder) : named(given.document, folder))
  const output = posix(
    given.output === undefined
      ? existsSync(join(folder, 'src'))
        ? 'src/generated'
        : 'generated'
      : relative(folder, given.output),
  )
  const outputs = outputsFor(project)
  const config = resolveConfig({ document, output, outputs }, folder)
  const { model } = await readDocument(config)
  await writeText(file, configText({ document, output, outputs }))
  progress.done(`${CONFIG_FILE}: written for ${document}.`)
  const manifest = withScripts(project)
  if (manifest !== undefined) {
    await writeText(join(folder, 'package.json'), manifest)
    progress.done('package.json: scripts to generate are added.')
  }
  const { code, outputs: generated } = await generateCommand({ configs: [config], check: false, progress })
  const install = installLines({ project, outputs })
  progress.done(next({ install, model, output }))
  const result: InitResult = { config: CONFIG_FILE, document, output, outputs, install, generated }
  progress.result({ data: result, exitCode: code })
  return code
}

function named(document: string, folder: string): string {
  return isAddress(document) ? document : relative(folder, document)
}

function posix(path: string): string {
  return path.split(sep).join('/')
}

function configText(config: { document: string; output: string; outputs: readonly Output[] }): string {
  const text = (value: string) => `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  return `import { defineConfig } from 'concordat/config'

export default defineConfig({
  document: ${text(config.document)},
  output: ${text(config.output)},
  outputs: [${config.outputs.map(text).join(', ')}],
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

interface Done {
  readonly install: readonly string[]
  readonly model: Model
  readonly output: string
}

/** What is left to do, and a first call. */
function next({ install, model, output }: Done): string {
  const call = firstCall(model, output)
  return [
    ...(install.length === 0
      ? []
      : ['', 'Install what the generated code runs on:', ...install.map((line) => `  ${line}`)]),
    ...(call === undefined ? [] : ['', 'Then, for instance:', ...call.map((line) => `  ${line}`)]),
  ].join('\n')
}

/** A call that needs nothing but the client; the first operation where each needs more. */
function firstCall(model: Model, output: string): readonly string[] | undefined {
  const needsNothing = model.operations.find(
    ({ descriptor: { method, parameters = [], requestBody } }) =>
      method === 'GET' && requestBody === undefined && !parameters.some(({ required }) => required === true),
  )
  const operation = needsNothing ?? model.operations[0]
  if (operation === undefined) return undefined
  const tag = model.tags.find(({ operations }) => operations.includes(operation))
  const group =
    operation.isTagged && tag ? [...tag.parents, tag].map(({ identifier }) => `.${identifier}`).join('') : ''
  const extension = importExtensionFor(output) || ''
  return [
    `import { createClient } from './${output}/client${extension}'`,
    `const api = createClient({${model.baseUrl === undefined ? " baseUrl: 'http://127.0.0.1:8000' " : ''}})`,
    `await api${group}.${operation.memberName}(${needsNothing === undefined ? '{ … }' : ''})`,
  ]
}
