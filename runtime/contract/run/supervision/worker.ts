import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromWorker, ToWorker, WorkerOrder } from './message.ts'
import { processorWait } from './processor-wait.ts'
import { WORKER_LOOK_MS, WorkerWatch } from './watch.ts'

/** The beginning of V8's message when a process runs out of memory. */
const NO_MEMORY = '<--- Last few GCs --->'

/** The reason why a worker did not complete its order. */
export interface WorkerDeath {
  readonly kind: 'silence' | 'memory' | 'defect' | 'abandoned'
  /** The reason, worded to follow the check or the subject of the wait: "did not end within 10 s". */
  readonly why: string
  /** Stack trace of an error that was thrown. */
  readonly stack?: string
  /** The subject of a wait outside the suite: 'the code that gets the credential "main"'. */
  readonly on?: string
}

type WorkerEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'unusable'; readonly message: string }
  | { readonly kind: 'died'; readonly death: WorkerDeath }

export interface WorkerOptions {
  /**
   * The worker's entry file, which calls `runInWorker`; or, if this process is an executable that includes
   * Node, the argument that makes the executable call `runInWorker` itself.
   */
  readonly entry: URL | string
  /** Heap limit for JavaScript values, in MiB. Default: 2,048. */
  readonly memoryMb?: number | undefined
}

const MEMORY_MB = 2048

/**
 * A supervised process that carries out one order and can always be ended. It is not a thread, because a
 * thread that runs out of memory may end the whole process, and one that allocates in a loop cannot always be
 * ended (Node 24).
 */
export class Worker {
  readonly #process: ChildProcess
  #watch: WorkerWatch | undefined
  readonly #memoryMb: number
  #death: WorkerDeath | undefined

  /** Starts the process, which loads its modules and waits for an order. */
  constructor({ entry, memoryMb = MEMORY_MB }: WorkerOptions) {
    this.#memoryMb = memoryMb
    const limit = `--max-old-space-size=${memoryMb}`
    this.#process = fork(typeof entry === 'string' ? entry : fileURLToPath(entry), [], {
      serialization: 'advanced',
      // An executable that includes Node accepts Node's options only from the environment.
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
   * @param note Receives the messages from the worker, in order, except for an uncaught error.
   * @param silenceMs Maximum time for which the worker, after its first message, is allowed to send no
   * messages, or to make no progress while it is not waiting for a response, a credential or its turn.
   */
  async run(
    order: WorkerOrder,
    { note, silenceMs }: { readonly note: (message: FromWorker) => void; readonly silenceMs: number },
  ): Promise<WorkerEnd> {
    const { pid } = this.#process
    const watch = new WorkerWatch(silenceMs, () => (pid === undefined ? 0 : processorWait(pid)))
    this.#watch = watch
    const { promise, resolve } = Promise.withResolvers<WorkerEnd>()
    const look = setInterval(() => this.#look(watch), WORKER_LOOK_MS)
    this.#process.on('message', (message: FromWorker) => {
      watch.note(message)
      if (message.kind === 'fails') {
        const { message: text, stack } = message
        this.#death ??= { kind: 'defect', why: `threw an uncaught error: ${text}`, stack }
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
    // Waits until the channel is closed too, because messages that the worker sent before it ended can still
    // arrive.
    const silence = new Promise((done) => this.#process.on('disconnect', done))
    void Promise.all([exit, silence]).then(([how]) => {
      const why = `ended with ${how}`
      resolve({ kind: 'died', death: this.#death ?? { kind: 'defect', why } })
    })
    this.#send({ kind: 'order', order })
    const end = await promise
    clearInterval(look)
    this.#process.kill('SIGKILL')
    return end
  }

  /**
   * Tells the worker to send only clean-up requests from now on.
   * @param why Worded to follow "the run ended early:".
   */
  stop(why: string): void {
    this.#watch?.stop()
    this.#send({ kind: 'stop', why })
  }

  /** Ends the worker at once. */
  kill(death: WorkerDeath): void {
    this.#death ??= death
    this.#process.kill('SIGKILL')
  }

  #send(message: ToWorker): void {
    // Ignores the error if the process is already gone, because its exit event reports that.
    if (this.#process.connected) this.#process.send(message, () => {})
  }

  #look(watch: WorkerWatch): void {
    const silence = watch.look()
    if (silence === undefined) return
    const { ms, on } = silence
    const why = `did not end within ${ms / 1000} s`
    this.kill({ kind: 'silence', why, ...(on !== undefined && { on }) })
  }

  /**
   * Passes on the worker's error output. V8's out-of-memory message, which only experts understand, is
   * replaced by a reason in the report.
   */
  #hear(text: string): void {
    const [before, ...rest] = text.split(NO_MEMORY)
    if (this.#death?.kind !== 'memory') process.stderr.write(before ?? '')
    if (rest.length > 0)
      this.#death ??= { kind: 'memory', why: `needed more than ${this.#memoryMb} MB of memory` }
  }
}
