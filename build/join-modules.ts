import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

export interface JoinedPackage {
  /** Folder of the files that several starts share. A module that asks where it is lies as deep. */
  readonly folder: string
  /** Paths of the modules by which the package is entered. They stay where they are. */
  readonly starts: readonly string[]
  /** Names of other packages, which are imported as before. */
  readonly packages: readonly string[]
  /** Entries of other packages whose code is joined as well: the imported names, and their files. */
  readonly inlined: Readonly<Record<string, string>>
  /**
   * Modules that are loaded together: a name, and the paths of modules that become one file with all that
   * they import. A module of several is in the first.
   */
  readonly together: Readonly<Record<string, readonly string[]>>
  readonly plugins: readonly Plugin[]
}

/**
 * Joins the modules of a compiled package into a few files: Node takes longer to find and link two hundred
 * modules than a small document takes to generate.
 */
export async function joinModules(
  target: string,
  { folder, starts, packages, inlined, together, plugins }: JoinedPackage,
): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(starts.map((start) => [start.replace(/\.js$/, ''), join(target, start)])),
    external: (id) =>
      !Object.hasOwn(inlined, id) && packages.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { alias: { ...inlined } },
    platform: 'node',
    preserveEntrySignatures: 'strict',
    // Some commands import at once what others import when they need it.
    checks: { ineffectiveDynamicImport: false },
    plugins: [...plugins],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    chunkFileNames: join(folder, '[name]-[hash].js'),
    // Doc comments are for the declarations.
    comments: { jsdoc: false },
    codeSplitting: {
      groups: Object.entries(together).map(([name, modules], index, { length }) => {
        const files = new Set(modules.map((module) => join(target, module)))
        return { name, test: (id: string) => files.has(id), priority: length - index }
      }),
    },
  })
  await bundle.close()
  const modules = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  for (const name of modules) rmSync(join(target, name))
  for (const file of output) {
    if (file.type !== 'chunk') continue
    mkdirSync(dirname(join(target, file.fileName)), { recursive: true })
    writeFileSync(join(target, file.fileName), inAscii(file.code))
  }
}

/**
 * Code with escapes for the few characters that would make Node keep, and decode, a
 * whole file in two bytes for each.
 */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
