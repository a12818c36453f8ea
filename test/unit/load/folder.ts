import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Problem, ProblemsError } from '../../../generator/errors/problem.ts'
import { type LoadedDocument, type LoadOptions, load } from '../../../generator/load/load.ts'

/** Creates a folder of files that exists until the test ends. @returns its absolute path. */
export async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'concordat-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  return root
}

/** Loads `openapi.yaml` from a folder of files, and applies its `overlay.yaml` if there is one. */
export async function loadFolder(
  files: Readonly<Record<string, string>>,
  options: Partial<LoadOptions> = {},
): Promise<LoadedDocument> {
  const root = await folder(files)
  const overlays = 'overlay.yaml' in files ? [join(root, 'overlay.yaml')] : []
  return load({ document: join(root, 'openapi.yaml'), overlays, ...options })
}

/**
 * Returns the problems with which loading a folder of files fails, or the warnings that it reports: at least
 * one.
 */
export async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly Problem[]> {
  try {
    const { warnings } = await loadFolder(files)
    if (warnings.length > 0) return warnings
  } catch (error) {
    if (error instanceof ProblemsError) return error.problems
    throw error
  }
  throw new Error('The folder was loaded without a problem.')
}

/** Returns a document with these properties. */
export function openapi(members: string, version = '3.1.1'): string {
  return `openapi: ${version}\ninfo: { title: Pets, version: '1' }\n${members}`
}
