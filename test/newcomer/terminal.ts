import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { HANG_MS } from '../waiting.ts'

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/

export interface TerminalOptions {
  readonly folder: string
  /** Folders that precede those in the environment's own `PATH`. */
  readonly programs: readonly string[]
  readonly signal: AbortSignal
}

/** The effort needed to reach a step. */
export interface Effort {
  readonly steps: number
  readonly seconds: number
  readonly lines: number
}

/** A user's terminal in a folder: it runs command lines, and keeps all their output. */
export class Terminal {
  readonly folder: string
  readonly #env: NodeJS.ProcessEnv
  readonly #signal: AbortSignal
  #kept = ''
  readonly #effort = { steps: 0, seconds: 0, lines: 0 }

  constructor({ folder, programs, signal }: TerminalOptions) {
    this.folder = folder
    this.#signal = signal
    const path = [...programs, dirname(process.execPath), process.env['PATH']].join(delimiter)
    // With "CI" set, managers assume that nobody is present, and would write no lock file.
    this.#env = { ...process.env, PATH: path, NO_COLOR: '1', CI: '', npm_config_fund: 'false' }
  }

  /**
   * The effort so far: the command lines that ended on their own, the seconds they took, and the lines they
   * printed.
   */
  get effort(): Effort {
    return { ...this.#effort }
  }

  /** Command lines, each with its output. */
  get kept(): string {
    return this.#kept
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true })
    writeFileSync(join(this.folder, name), text)
    this.#kept += `# ${name} is written.\n`
  }

  remove(name: string): void {
    rmSync(join(this.folder, name), { force: true })
    this.#kept += `# ${name} is removed.\n`
  }

  /** @throws if it ends with any other code; the error contains the output. */
  async run(command: string, codes: readonly number[] = [0]): Promise<string> {
    const began = performance.now()
    const { text, code } = await this.#start(command).ended
    this.#effort.steps += command.split(' && ').length
    this.#effort.seconds += (performance.now() - began) / 1000
    this.#effort.lines += text.split('\n').filter((line) => line.trim() !== '').length
    if (code === null || !codes.includes(code)) throw new Error(`"${command}" ended with ${code}.\n${text}`)
    return text
  }

  /** Runs a command that continues until it is stopped, and waits for the URL that it prints. */
  async serve<Result>(command: string, use: (origin: string) => Promise<Result>): Promise<Result> {
    const { ended, found, stop } = this.#start(command)
    try {
      const origin = await Promise.race([
        found,
        ended.then(({ text }) => Promise.reject(new Error(`"${command}" ended.\n${text}`))),
      ])
      return await use(origin)
    } finally {
      stop()
      await ended
    }
  }

  #start(command: string) {
    this.#kept += `$ ${command}\n`
    const child = spawn('sh', ['-c', command], {
      ...{ cwd: this.folder, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] },
      // A separate process group, because runners start programs as child processes.
      detached: true,
    })
    const stop = () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGTERM')
    }
    const over = AbortSignal.any([this.#signal, AbortSignal.timeout(HANG_MS)])
    over.addEventListener('abort', stop, { once: true })
    let text = ''
    let listens: (origin: string) => void = () => {}
    const found = new Promise<string>((resolve) => {
      listens = resolve
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text += part
        this.#kept += part
        const [origin] = ADDRESS.exec(text) ?? []
        if (origin !== undefined) listens(origin)
      })
    const ended = new Promise<{ text: string; code: number | null }>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => {
        over.removeEventListener('abort', stop)
        resolve({ text, code })
      })
    })
    return { ended, found, stop }
  }
}
