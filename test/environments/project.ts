import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { installPackages } from '../../bench/generators/npm.ts'
import { type Environment, folderOf, HERE, root, SOURCES } from './environment.ts'
import { ended } from './running.ts'

/** @throws if a package cannot be installed, because the registry lacks it or it is for other systems. */
export async function installed(
  environment: Environment,
  within: string,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(within, folderOf(environment))
  await installPackages(folder, { dependencies: environment.packages }, signal)
  return folder
}

/**
 * Turns a folder of installed packages into a project: adds our package as published, generated code, and the
 * code that uses it.
 */
export async function prepare(environment: Environment, folder: string, signal: AbortSignal): Promise<void> {
  const runtime = join(folder, 'node_modules/@concordat/runtime')
  rmSync(runtime, { recursive: true, force: true })
  cpSync(join(root, 'dist/runtime'), runtime, { recursive: true })
  for (const source of SOURCES) {
    rmSync(join(folder, source), { recursive: true, force: true })
    cpSync(join(root, source), join(folder, source), { recursive: true })
  }
  if (environment.bundled !== undefined) await bundle(environment.bundled, folder)
  if (environment.prepare === undefined) return
  const { status, text } = await ended(environment.prepare, folder, signal)
  if (status !== 0) throw new Error(`its build ended with ${status}: ${text.slice(-2000)}`)
}

async function bundle({ entry, format }: NonNullable<Environment['bundled']>, folder: string): Promise<void> {
  const build = await rolldown({ input: join(folder, HERE, entry), cwd: folder, platform: 'browser' })
  const { output } = await build.generate({ format, codeSplitting: false })
  await build.close()
  writeFileSync(join(folder, 'bundle.js'), output[0].code)
}
