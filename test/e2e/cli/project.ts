import { type ChildProcess, execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** Puts an `npx` that runs our CLI into a project's `bin` folder. @returns the folder, for `PATH` */
export function putNpx(folder: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\nshift\nexec ${process.execPath} ${join(root, 'generator/cli.ts')} "$@"\n`,
  )
  chmodSync(join(bin, 'npx'), 0o755)
  return bin
}

/** How a process ended. */
export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** A user's folder with our packages and vitest installed. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'concordat-project-'))

  constructor(document: string) {
    this.write('openapi.yaml', document)
    this.write('package.json', '{"type":"module"}')
    mkdirSync(join(this.folder, 'node_modules'))
    symlinkSync(root, join(this.folder, 'node_modules/concordat'))
    for (const name of ['@concordat', 'vitest'])
      symlinkSync(join(root, 'node_modules', name), join(this.folder, 'node_modules', name))
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
  }

  concordat(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.#run([join(root, 'generator/cli.ts'), ...args], env)
  }

  /** Starts a process that keeps running, so that signals can be sent to it. */
  start(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    let child: ChildProcess | undefined
    const ended = this.#run([join(root, 'generator/cli.ts'), ...args], env, (started) => {
      child = started
    })
    if (child === undefined) throw new Error('The process did not start.')
    return { child, ended }
  }

  vitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.#run([join(root, 'node_modules/vitest/vitest.mjs'), ...args], env)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }

  /** Does not block, because the server under test responds from this process meanwhile. */
  #run(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    onStart: (child: ChildProcess) => void = () => {},
  ): Promise<Ended> {
    return new Promise((done) => {
      const options = { cwd: this.folder, env: { ...process.env, NO_COLOR: '1', ...env } }
      const child = execFile(process.execPath, [...args], options, (error, stdout, stderr) =>
        done({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
      )
      onStart(child)
    })
  }
}
