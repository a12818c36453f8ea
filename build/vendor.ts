import { cpSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
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
export function vendor(options: {
  readonly manifest: Manifest
  readonly root: string
  readonly target: string
}): Readonly<Record<string, Entry>> {
  const { manifest, root, target } = options
  return Object.fromEntries(
    Object.entries(manifest.imports ?? {}).map(([specifier, name]) => {
      const source = join(root, 'node_modules', name)
      const { exports } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Vendored
      const { types, default: code } = exports['.'].import
      for (const file of [types, code, 'LICENSE'])
        cpSync(join(source, file), join(target, 'vendor', name, file), { recursive: true })
      const place = (file: string) => `./${posix.join('vendor', name, file)}`
      return [specifier, { types: place(types), default: place(code) }]
    }),
  )
}
