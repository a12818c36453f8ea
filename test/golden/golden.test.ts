import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../generator/config.ts'
import { formatProblems, ProblemsError } from '../../generator/errors/problem.ts'
import { generate } from '../../generator/generate.ts'
import { configurationKind } from '../../generator/options/config/config-options.ts'
import { writeFiles } from '../../generator/write/write.ts'

/**
 * Each folder is one case: `openapi.yaml`, perhaps an `overlay.yaml` and a `config.json` with further
 * options, and either `expected/` or, for a document that must fail, `expected-error.txt`. Beside the files,
 * `warnings.txt` has the warnings, and `strict.txt` what a strict run refuses. `npm run golden` writes what
 * is expected anew: read the diff before you commit it.
 */
const UPDATE = process.env['UPDATE_GOLDEN'] === '1'
const root = import.meta.dirname
const cases = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

async function outcome(name: string): Promise<Map<string, string>> {
  const folder = join(root, name)
  const overlay = join(folder, 'overlay.yaml')
  const document = join(folder, 'openapi.yaml')
  try {
    const given = {
      ...ownOptions(folder),
      document,
      overlays: existsSync(overlay) ? [overlay] : [],
      output: join(folder, 'expected'),
      importExtension: '.ts',
    } as const
    const { files, warnings } = await generate(given)
    const notes = new Map<string, string>()
    if (warnings.length > 0) notes.set('warnings.txt', withoutFolder(formatProblems(warnings), folder))
    if (warnings.some(({ reading }) => reading !== undefined))
      notes.set('strict.txt', withoutFolder(await refusal({ ...given, strict: true }), folder))
    return new Map([...files, ...notes])
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error
    return new Map([['expected-error.txt', withoutFolder(error.message, folder)]])
  }
}

/** Settings that the case adds to the configuration, with paths from its folder. */
function ownOptions(folder: string): Partial<Config> {
  const file = join(folder, 'config.json')
  if (!existsSync(file)) return {}
  const options = JSON.parse(readFileSync(file, 'utf8'))
  return configurationKind.resolve?.(options, folder) ?? options
}

/** Why a document is not generated. */
async function refusal(config: Config): Promise<string> {
  const error: unknown = await generate(config).catch((error: unknown) => error)
  if (error instanceof ProblemsError) return error.message
  throw error instanceof Error ? error : new Error('A document with readings was generated strictly.')
}

/** Problems name files relative to where they are shown; a case names them relative to its folder. */
function withoutFolder(text: string, folder: string): string {
  return `${text.replaceAll(`${relative(process.cwd(), folder)}/`, '').trimEnd()}\n`
}

function stored(name: string): Map<string, string> {
  const folder = join(root, name)
  const error = join(folder, 'expected-error.txt')
  if (existsSync(error)) return new Map([['expected-error.txt', readFileSync(error, 'utf8')]])
  const expected = join(folder, 'expected')
  const names = readdirSync(expected, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    names.map((entry) => [
      relative(expected, resolve(entry.parentPath, entry.name)),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  )
}

async function update(name: string, files: ReadonlyMap<string, string>): Promise<void> {
  const folder = join(root, name)
  const error = files.get('expected-error.txt')
  rmSync(join(folder, 'expected'), { recursive: true, force: true })
  rmSync(join(folder, 'expected-error.txt'), { force: true })
  if (error === undefined) await writeFiles(join(folder, 'expected'), files)
  else writeFileSync(join(folder, 'expected-error.txt'), error)
}

describe('golden cases', () => {
  test.each(cases)('%s', async (name) => {
    const files = await outcome(name)
    if (UPDATE) await update(name, files)
    expect(Object.fromEntries([...files].sort())).toEqual(Object.fromEntries([...stored(name)].sort()))
    expect(files.has('expected-error.txt')).toBe(name.startsWith('error-'))
    expect([...(await outcome(name))], 'generating twice gives the same files').toEqual([...files])
  })
})
