import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')

/** How a process ended. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The published packages as files that npm installs. */
export class Packed {
  readonly #folder = mkdtempSync(join(tmpdir(), 'concordat-packed-'))
  readonly runtime: string
  readonly contract: string
  readonly mock: string
  readonly concordat: string

  /** Builds and packs. */
  constructor() {
    succeed(spawnSync(process.execPath, [join(root, 'build/packages.ts')], { encoding: 'utf8' }))
    this.runtime = this.#pack('runtime')
    this.contract = this.#pack('contract')
    this.mock = this.#pack('mock')
    this.concordat = this.#pack('concordat')
  }

  #pack(name: string): string {
    const file = succeed(
      npm(join(root, 'dist', name), 'pack', '--silent', '--pack-destination', this.#folder),
    )
    return join(this.#folder, file.trim())
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}

/** A folder of somebody else's, with nothing in it but a package.json and what is installed. */
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
