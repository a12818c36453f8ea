import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** One package that `npm install` put somewhere below `node_modules`; two versions of one are two. */
export interface InstalledPackage {
  readonly name: string
  /** Size of its own files, without packages below it. */
  readonly bytes: number
}

/**
 * Packages that npm put into a project, the largest first. Read from npm's own list, so that packages for
 * other systems are left out.
 */
export function installedIn(folder: string): readonly InstalledPackage[] {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly name?: string }>>
  }
  return Object.entries(packages)
    .map(([place, { name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length) }]) => ({
      name,
      bytes: bytesOf(join(folder, place)),
    }))
    .sort((one, other) => other.bytes - one.bytes)
}

export function bytesTogether(packages: readonly InstalledPackage[]): number {
  return packages.reduce((sum, { bytes }) => sum + bytes, 0)
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.split(sep).includes('node_modules'))
    .map((file) => statSync(join(folder, file)))
    .filter((file) => file.isFile())
    .reduce((sum, { size }) => sum + size, 0)
}
