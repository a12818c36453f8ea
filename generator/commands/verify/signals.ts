const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Signals that end a run: the first one with its clean-up, the second one without. Both leave time for the report. */
export class Signals {
  readonly #stop = new AbortController()
  readonly #abandon = new AbortController()
  readonly #onFirst: (message: string) => void
  readonly #take = (name: string): void => {
    if (this.#stop.signal.aborted) {
      this.#abandon.abort(`${name} came a second time`)
      return
    }
    this.#stop.abort(`${name} came`)
    this.#onFirst(`${name}: removing what was created. A second signal ends the run at once.`)
  }

  /** @param onFirst Takes a sentence for the person at the terminal. */
  constructor(onFirst: (message: string) => void) {
    this.#onFirst = onFirst
    for (const name of NAMES) process.on(name, this.#take)
  }

  get stop(): AbortSignal {
    return this.#stop.signal
  }

  get abandon(): AbortSignal {
    return this.#abandon.signal
  }

  /** From now on signals do what they do to any process. */
  close(): void {
    for (const name of NAMES) process.off(name, this.#take)
  }
}
