const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Handles the signals that end a run. The first signal or uncaught error ends it with cleanup; a later signal
 * ends it without cleanup. The report is written in either case.
 */
export class RunSignals {
  readonly #stop = new AbortController()
  readonly #abandon = new AbortController()
  readonly #onFirst: (message: string) => void
  readonly #take = (name: string): void => {
    if (this.#stop.signal.aborted) {
      this.#abandon.abort(`Concordat received a second signal, ${name}`)
      return
    }
    this.#stop.abort(`Concordat received ${name}`)
    this.#onFirst(`${name}: removing what the run created. A second signal stops the run immediately.`)
  }

  readonly #fail = (error: unknown): void => {
    this.failure ??= error
    this.#stop.abort('Concordat itself failed')
  }
  /** An uncaught error, which is thrown once the report has been written. */
  failure: unknown

  /** @param onFirst receives a sentence for the terminal at the first signal. */
  constructor(onFirst: (message: string) => void) {
    this.#onFirst = onFirst
    for (const name of NAMES) process.on(name, this.#take)
    process.on('uncaughtException', this.#fail)
  }

  get stop(): AbortSignal {
    return this.#stop.signal
  }

  get abandon(): AbortSignal {
    return this.#abandon.signal
  }

  /** Restores the default handling of signals and errors. */
  close(): void {
    process.off('uncaughtException', this.#fail)
    for (const name of NAMES) process.off(name, this.#take)
  }
}
