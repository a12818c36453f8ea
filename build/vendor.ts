import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { rolldown } from 'rolldown'
import type { Entry, Manifest } from './manifest.ts'

/** The part of another package's package.json that says where its code and types are. */
interface Vendored {
  readonly exports: { readonly '.': { readonly import: Entry } }
}

/**
 * Copies into a package what its `imports` name of other packages, each with its licence: who installs the package gets
 * no other.
 * @returns the entries in place of those of `imports`.
 */
export async function vendor(options: {
  readonly manifest: Manifest
  readonly root: string
  readonly target: string
}): Promise<Readonly<Record<string, Entry>>> {
  const { manifest, root, target } = options
  const entries = await Promise.all(
    Object.entries(manifest.imports ?? {}).map(async ([specifier, name]) => {
      const source = join(root, 'node_modules', name)
      const { exports } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Vendored
      const { types, default: code } = exports['.'].import
      for (const file of [types, 'LICENSE'])
        cpSync(join(source, file), join(target, 'vendor', name, file), { recursive: true })
      writeFileSync(join(target, 'vendor', name, code), await minified(join(source, code)))
      const place = (file: string) => `./${posix.join('vendor', name, file)}`
      return [specifier, { types: place(types), default: place(code) }] as const
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
