import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')

/** How a process ended. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The folders of `dist`. */
export const PUBLISHED = ['runtime', 'contract', 'mock', 'concordat'] as const

type PublishedName = (typeof PUBLISHED)[number]

/** A package as it would be published. */
export interface Published {
  /** The file that npm installs. */
  readonly tarball: string
  readonly manifest: Readonly<Record<string, unknown>>
  /** Relative paths of all files in it. */
  readonly files: readonly string[]
}

/** The output of npm about a package that it has packed. */
interface PackReport {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** The published packages, packed as files that npm can install. */
export class Packed {
  readonly #folder = mkdtempSync(join(tmpdir(), 'concordat-packed-'))
  readonly packages: Readonly<Record<PublishedName, Published>>

  /** Builds and packs. */
  constructor() {
    succeed(spawnSync(process.execPath, [join(root, 'build/packages.ts')], { encoding: 'utf8' }))
    const folders = PUBLISHED.map((name) => join(root, 'dist', name))
    const told = succeed(npm(this.#folder, 'pack', '--json', '--pack-destination', this.#folder, ...folders))
    // A list, or since npm 12 an object keyed by name; both are in the order of the folders.
    const reports = Object.values<PackReport>(JSON.parse(told))
    const packageOf = (folder: string, at: number): Published => {
      const { filename, files } = reports[at]!
      return {
        tarball: join(this.#folder, filename),
        manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
        files: files.map(({ path }) => path).sort(),
      }
    }
    this.packages = Object.fromEntries(
      PUBLISHED.map((name, at) => [name, packageOf(folders[at]!, at)]),
    ) as Record<PublishedName, Published>
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}

/** A user's folder that contains only a package.json and the installed packages. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'concordat-project-'))

  constructor(packages: readonly string[]) {
    this.write('package.json', '{ "private": true, "type": "module" }')
    succeed(npm(this.folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages))
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true })
    writeFileSync(join(this.folder, name), text)
  }

  node(...args: readonly string[]): Ended {
    return spawnSync(process.execPath, args, { cwd: this.folder, encoding: 'utf8' })
  }

  concordat(...args: readonly string[]): Ended {
    return this.node(join(this.folder, 'node_modules/.bin/concordat'), ...args)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

function npm(folder: string, ...args: readonly string[]): Ended {
  return spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
}

function succeed({ status, stdout, stderr }: Ended): string {
  if (status !== 0) throw new Error(`It ended with ${status}.\n${stdout}${stderr}`)
  return stdout
}
