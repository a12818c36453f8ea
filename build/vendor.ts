import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { rolldown } from 'rolldown'
import type { Entry, Manifest } from './manifest.ts'

/** The part of another package's package.json that says where its code is. */
interface Vendored {
  readonly exports: { readonly '.': Entry | { readonly import: Entry } }
}

/**
 * Copies into a package the code that its `imports` name of other packages, each with its licence. An
 * installation brings no other package, and no declaration of the package refers to their types.
 * @returns the entries in place of those of `imports`.
 */
export async function vendor(options: {
  readonly manifest: Manifest
  readonly root: string
  readonly target: string
}): Promise<Readonly<Record<string, string>>> {
  const { manifest, root, target } = options
  const entries = await Promise.all(
    Object.entries(manifest.imports ?? {}).map(async ([specifier, name]) => {
      const source = join(root, 'node_modules', name)
      const { exports } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Vendored
      const entry = exports['.']
      const code = ('import' in entry ? entry.import : entry).default
      const folder = join(target, 'vendor', name)
      cpSync(join(source, 'LICENSE'), join(folder, 'LICENSE'))
      mkdirSync(dirname(join(folder, code)), { recursive: true })
      writeFileSync(join(folder, code), await minified(join(source, code)))
      return [specifier, `./${posix.join('vendor', name, code)}`] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** Nobody reads it there, and every project that installs the package would carry it. */
async function minified(file: string): Promise<string> {
  const bundle = await rolldown({ input: file, platform: 'neutral' })
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: { legal: true } })
  await bundle.close()
  return output[0].code
}
