import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { resolveConfig } from '../../configuration/read-config.ts'
import { usualConfigFile } from '../../configuration/usual-file.ts'
import { enumerated } from '../../errors/counted.ts'
import { UsageError } from '../../errors/problem.ts'
import { isNetworkSource, isStandardInputSource } from '../../load/source/file-name.ts'
import { CONFIG_FILE } from '../../options/config-file.ts'
import type { Given } from '../../options/options.ts'
import type { Output } from '../../outputs/outputs.ts'
import { queryOutput } from '../../outputs/query/output.ts'
import { PROGRAM } from '../../package/executable.ts'
import { writeFileWhole } from '../../write/write.ts'
import { generateCommand } from '../generate.ts'
import type { InitResult } from '../progress/outcome.ts'
import type { Progress } from '../progress/progress.ts'
import { askRole } from './ask-role.ts'
import { PACKAGE_OUTPUT, writePackageSettings, writePackageSources } from './client-package.ts'
import { writeExample } from './example-document.ts'
import { findProjectDocument } from './find-document.ts'
import { neededPackages } from './needed-packages.ts'
import { nextSteps } from './next-steps.ts'
import {
  addedScriptsLine,
  type InitProject,
  projectOutputs,
  readProject,
  withProjectScripts,
} from './project.ts'
import { readDocumentForInit } from './read-within.ts'
import { projectRoles, rolesGiven, rolesLine } from './role-of.ts'

/**
 * Sets up a project: writes a configuration and scripts, and generates code. Writes nothing if the document
 * is invalid.
 * @throws {UsageError} if a configuration already exists, package.json is missing, or the choice of document
 * is unclear.
 * @throws {ProblemsError} if the document is invalid.
 */
export async function initCommand({ given, progress }: { given: Given; progress: Progress }): Promise<0 | 1> {
  const folder = process.cwd()
  const project = readProject(folder)
  const file = join(folder, CONFIG_FILE)
  const there = usualConfigFile()
  if (existsSync(there)) throw new UsageError(alreadySetUp(given, { project, there }))
  const document = posix(await documentOf(given, folder))
  const isPackage = given.package === true
  const outputs = isPackage ? PACKAGE_OUTPUTS : await outputsOf({ given, project, document, progress })
  const asked = askedConfig(given, { project, document, outputs })
  // Headers can be secret, so they are used but not written to the file.
  const { documentHeaders } = given
  const headers = documentHeaders === undefined ? {} : { documentHeaders }
  const { model, root: found } = await readDocumentForInit(resolveConfig({ ...asked, ...headers }, folder))
  const written = found === undefined ? asked : { ...asked, root: posix(named(found, folder)) }
  await writeFileWhole(file, configText(written))
  progress.done(`${CONFIG_FILE}: written for ${document}.`)
  if (found !== undefined)
    progress.done(
      `root: "${written.root}", because references point outside the folder that contains ${document}.`,
    )
  if (isPackage) await writePackageSettings(project, progress)
  if (outputs.length > 0) await addScripts(isPackage ? readProject(folder) : project, progress)
  const config = resolveConfig({ ...written, ...headers }, folder)
  const { code, outputs: generated } =
    outputs.length === 0 ? NOTHING : await generateCommand({ configs: [config], check: false, progress })
  if (isPackage) await writePackageSources(project, model, progress)
  const installation = neededPackages(project, { folder: config.output, outputs, isPackage })
  progress.done(nextSteps({ ...installation, model, output: written.output, outputs, isPackage }))
  const { install } = installation
  const result: InitResult = {
    ...{ config: CONFIG_FILE, document, output: written.output, outputs, install, generated },
  }
  progress.result({ data: result, exitCode: code })
  return code
}

function askedConfig(
  given: Given,
  {
    project,
    document,
    outputs,
  }: { readonly project: InitProject; readonly document: string; readonly outputs: readonly Output[] },
): WrittenConfig {
  const { overlays, root } = given
  const { folder } = project
  const isPackage = given.package === true
  return {
    document,
    ...(overlays !== undefined && { overlays: overlays.map((file) => posix(named(file, folder))) }),
    ...(root !== undefined && { root: posix(named(root, folder)) }),
    output: isPackage ? PACKAGE_OUTPUT : outputFolder(given, folder),
    outputs,
    ...(isPackage && { runtime: 'inline' as const }),
    ...queryPackageOf(project, outputs),
  }
}

/**
 * Returns the document's path relative to the folder, or its URL. With `--example`, writes the document
 * first.
 */
async function documentOf({ document, example }: Given, folder: string): Promise<string> {
  if (example === true) return writeExample(folder, document)
  return document === undefined ? findProjectDocument(folder) : named(document, folder)
}

/** Outputs of a generated package. */
const PACKAGE_OUTPUTS: readonly Output[] = ['client']

const NOTHING = { code: 0, outputs: [] } as const

/**
 * Returns the outputs given on the command line. If there are none, returns those for the role that is given,
 * chosen by the user or detected, and prints a line that explains the choice.
 */
async function outputsOf(options: {
  readonly given: Given
  readonly project: InitProject
  readonly document: string
  readonly progress: Progress
}): Promise<readonly Output[]> {
  const { given, project, document, progress } = options
  const named = given.outputs?.filter((one) => typeof one === 'string')
  if (named !== undefined) return named
  const found = given.role === undefined ? projectRoles(project, document) : rolesGiven(given.role)
  const isAsked = given.role === undefined && isTerminal(given)
  const role = isAsked
    ? await askRole(found.roles[0], { input: process.stdin, output: process.stderr })
    : undefined
  const roles = role === undefined || role === found.roles[0] ? found : rolesGiven(role)
  progress.done(rolesLine(roles))
  return projectOutputs(project, roles.roles)
}

/** True if a person reads the output. */
function isTerminal({ json, quiet }: Given): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true && json !== true && quiet !== true
}

async function addScripts(project: InitProject, progress: Progress): Promise<void> {
  const manifest = withProjectScripts(project)
  if (manifest === undefined) return
  await writeFileWhole(join(project.folder, 'package.json'), manifest.text)
  progress.done(addedScriptsLine(project, manifest.added))
}

function outputFolder({ output }: Given, folder: string): string {
  if (output !== undefined) return posix(relative(folder, output))
  return existsSync(join(folder, 'src')) ? 'src/generated' : 'generated'
}

/**
 * The `queryPackage` setting: the project's TanStack Query package. Empty if the project has none, or if the
 * query output is not selected.
 */
function queryPackageOf(
  { packages }: InitProject,
  outputs: readonly Output[],
): Pick<WrittenConfig, 'queryPackage'> {
  const { name, chosenFor } = queryOutput
  const found = outputs.includes(name) ? [...packages].find((one) => chosenFor.test(one)) : undefined
  return found === undefined ? {} : { queryPackage: found }
}

function alreadySetUp(
  { outputs, role }: Given,
  { project, there }: { readonly project: InitProject; readonly there: string },
): string {
  const asked = outputs ?? (role === undefined ? [] : projectOutputs(project, [role]))
  const wanted = asked.filter((one) => typeof one === 'string').map((name) => `'${name}'`)
  const more = wanted.length === 0 ? "outputs, such as 'server'," : `${enumerated(wanted)},`
  return `"${there}" already exists. To add ${more} edit its "outputs" and run: ${PROGRAM} generate`
}

function named(document: string, folder: string): string {
  if (isStandardInputSource(document))
    throw new UsageError(
      'A configuration cannot refer to standard input. Fix: save the document to a file, and specify that file instead.',
    )
  return isNetworkSource(document) ? document : relative(folder, document) || '.'
}

function posix(path: string): string {
  return path.split(sep).join('/')
}

/** Properties of the configuration file, in order. */
interface WrittenConfig {
  readonly document: string
  readonly overlays?: readonly string[]
  readonly root?: string
  readonly output: string
  readonly outputs: readonly Output[]
  readonly runtime?: 'inline'
  readonly queryPackage?: string
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
