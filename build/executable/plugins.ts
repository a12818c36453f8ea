import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import type { Manifest } from '../manifest.ts'

/** Folders of our packages. */
const FOLDERS = ['.', 'runtime', 'runtime/contract', 'runtime/mock']

/** Entries that are no modules of ours to import, or start something by being imported. */
const LEFT_OUT = /\.json$|contract\/setup\.ts$/

/**
 * Functions that an executable lacks, as they need packages of a project: the module, its export, and the
 * message instead.
 */
export const WITHOUT: readonly (readonly [file: string, name: string, message: string])[] = [
  [
    'generator/stubs/handler-file.ts',
    'readHandlerFiles',
    'This executable writes handlers into an empty folder only. Fix, to add to those that are there: npx concordat stubs, with ts-morph in the project.',
  ],
  [
    'generator/commands/contract.ts',
    'contractCommand',
    '"concordat contract" runs the tests of a project on its Vitest, which this executable does not have. Fix: npx concordat contract, or "concordat verify", which needs neither.',
  ],
  [
    'generator/pipeline/assert-printer-installed.ts',
    'assertPrinterInstalled',
    'The outputs "openapi" and "fetch" are printed by openapi-typescript, which this executable does not have. Fix: npx concordat generate, or leave them out of "outputs".',
  ],
]

/** Puts messages in place of functions that need packages of a project. */
export function withoutProject(root: string): Plugin {
  const modules = new Map(WITHOUT.map(([file, name, message]) => [join(root, file), { name, message }]))
  return {
    name: 'without-project',
    load(id) {
      const found = modules.get(id)
      if (found === undefined) return undefined
      const errors = JSON.stringify(join(root, 'generator/errors/problem.ts'))
      return `import { UsageError } from ${errors}
export function ${found.name}() { throw new UsageError(${JSON.stringify(found.message)}) }`
    },
  }
}

/**
 * Puts the values that modules read from package.json into them, and bundles the modules that they require by
 * name.
 */
export function withoutFiles(root: string): Plugin {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const manifest = join(root, 'generator/package/manifest.ts')
  return {
    name: 'without-files',
    load: (id) =>
      id === manifest ? `export const readManifest = () => (${JSON.stringify({ version })})` : undefined,
    transform: (code, id) => (code.includes(REQUIRING) ? requiredInside(code, id) : undefined),
  }
}

const REQUIRING = 'createRequire(import.meta.url)('

/** Code whose packages the bundler finds. @throws Error for a name that is not written there. */
function requiredInside(code: string, id: string): string {
  const text = code.replaceAll(
    /createRequire\(import\.meta\.url\)\(\s*(["'][^"']+["']),?\s*\)/g,
    'require($1)',
  )
  if (text.includes(REQUIRING)) throw new Error(`"${id}" requires what it names nowhere.`)
  return text
}

/** The module that `provide-modules.ts` imports: names and loaders of all entries. */
export async function provided(root: string): Promise<Plugin> {
  const entries = FOLDERS.flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
    return Object.entries(exports).map(
      ([entry, file]) => [posix.join(String(name), entry), join(root, folder, file)] as const,
    )
  }).filter(([, file]) => !LEFT_OUT.test(file))
  const rows = await Promise.all(
    entries.map(async ([name, file]) => {
      const names = Object.keys(await import(pathToFileURL(file).href))
      return `  ${JSON.stringify(name)}: { names: ${JSON.stringify(names)}, load: () => import(${JSON.stringify(file)}) },\n`
    }),
  )
  return {
    name: 'provided-modules',
    resolveId: (id) => (id === 'virtual:modules' ? `\0${id}` : undefined),
    load: (id) => (id === '\0virtual:modules' ? `export const MODULES = {\n${rows.join('')}}\n` : undefined),
  }
}
