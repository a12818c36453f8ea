import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * One package that `npm install` placed somewhere below `node_modules`. Two versions of a package count as
 * two packages.
 */
export interface InstalledPackage {
  readonly name: string
  /** Size of the package's own files, without packages nested in it. */
  readonly bytes: number
}

/**
 * Returns the packages that npm installed into a project, largest first. npm's own list, which this reads,
 * excludes packages for other systems.
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
