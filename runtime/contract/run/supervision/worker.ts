import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromWorker, ToWorker, WorkerOrder } from './message.ts'
import { processorWait } from './processor-wait.ts'
import { LOOK_MS, WorkerWatch } from './watch.ts'

/** Beginning of V8's message when a process is out of memory. */
const NO_MEMORY = '<--- Last few GCs --->'

/** Why a worker did not fulfil its order. */
export interface Death {
  readonly kind: 'silence' | 'memory' | 'defect' | 'abandoned'
  /** Continues a sentence about the check or the wait: "did not end within 10 s". */
  readonly why: string
  /** Stack of an error that was thrown. */
  readonly stack?: string
  /** Cause of the wait outside the suite: "what gets the credential …". */
  readonly on?: string
}

type WorkerEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'unusable'; readonly message: string }
  | { readonly kind: 'died'; readonly death: Death }

export interface WorkerOptions {
  /**
   * The worker's entry file, which calls `runInWorker`; or, if this process is an executable that includes
   * Node, the argument with which it calls this itself.
   */
  readonly entry: URL | string
  /** Memory for JavaScript values, in 2^20 bytes. Default: 2,048. */
  readonly memoryMb?: number | undefined
}

const MEMORY_MB = 2048

/**
 * A supervised process that carries out one order: it can always be ended. Not a thread: one that runs out of
 * memory may end the whole process, and one that allocates in a loop cannot always be ended (Node 24).
 */
export class Worker {
  readonly #process: ChildProcess
  #watch: WorkerWatch | undefined
  readonly #memoryMb: number
  #death: Death | undefined

  /** Starts the process, which loads its modules and waits. */
  constructor({ entry, memoryMb = MEMORY_MB }: WorkerOptions) {
    this.#memoryMb = memoryMb
    const limit = `--max-old-space-size=${memoryMb}`
    this.#process = fork(typeof entry === 'string' ? entry : fileURLToPath(entry), [], {
      serialization: 'advanced',
      // An executable accepts options for Node only from the environment.
      ...(typeof entry === 'string'
        ? {
            execArgv: [],
            env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${limit}` },
          }
        : { execArgv: [...process.execArgv, limit] }),
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
  }

  /**
   * @param note Receives all messages of the worker, in order.
   * @param silenceMs How long the worker may be silent while none of its requests is in progress.
   */
  async run(
    order: WorkerOrder,
    { note, silenceMs }: { readonly note: (message: FromWorker) => void; readonly silenceMs: number },
  ): Promise<WorkerEnd> {
    const { pid } = this.#process
    const watch = new WorkerWatch(silenceMs, () => (pid === undefined ? 0 : processorWait(pid)))
    this.#watch = watch
    const { promise, resolve } = Promise.withResolvers<WorkerEnd>()
    const look = setInterval(() => this.#look(watch), LOOK_MS)
    this.#process.on('message', (message: FromWorker) => {
      watch.note(message)
      if (message.kind === 'fails') {
        const { message: text, stack } = message
        this.#death ??= { kind: 'defect', why: `threw an error that nothing caught: ${text}`, stack }
      } else note(message)
      if (message.kind === 'done' || message.kind === 'unusable') resolve(message)
    })
    this.#process.on('error', ({ message }) => {
      this.#death ??= { kind: 'defect', why: `could not start a process: ${message}` }
      resolve({ kind: 'died', death: this.#death })
    })
    const exit = new Promise<string>((done) => {
      this.#process.on('exit', (code, signal) =>
        done(signal === null ? `exit code ${code}` : `the signal ${signal}`),
      )
    })
    // Until then, messages may arrive that were sent before its end.
    const silence = new Promise((done) => this.#process.on('disconnect', done))
    void Promise.all([exit, silence]).then(([how]) => {
      const why = `ended its process with ${how}`
      resolve({ kind: 'died', death: this.#death ?? { kind: 'defect', why } })
    })
    this.#send({ kind: 'order', order })
    const end = await promise
    clearInterval(look)
    this.#process.kill('SIGKILL')
    return end
  }

  /**
   * From now on the worker sends only clean-up requests.
   * @param why Continues "the run ended early:".
   */
  stop(why: string): void {
    this.#watch?.stop()
    this.#send({ kind: 'stop', why })
  }

  /** Ends the worker at once. */
  kill(death: Death): void {
    this.#death ??= death
    this.#process.kill('SIGKILL')
  }

  #send(message: ToWorker): void {
    // The exit event reports a process that is gone.
    if (this.#process.connected) this.#process.send(message, () => {})
  }

  #look(watch: WorkerWatch): void {
    const silence = watch.look()
    if (silence === undefined) return
    const { ms, on } = silence
    const why = `did not end within ${ms / 1000} s`
    this.kill({ kind: 'silence', why, ...(on !== undefined && { on }) })
  }

  /** V8's out-of-memory message needs knowledge of V8: the report explains it in words. */
  #hear(text: string): void {
    const [before, ...rest] = text.split(NO_MEMORY)
    if (this.#death?.kind !== 'memory') process.stderr.write(before ?? '')
    if (rest.length > 0)
      this.#death ??= { kind: 'memory', why: `needed more than ${this.#memoryMb} MB of memory` }
  }
}
