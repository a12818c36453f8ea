/** Shows a command's progress: on a terminal as a growing bar, elsewhere as a line from time to time. */
export interface ProgressLine {
  show(progress: { readonly step: string; readonly done: number; readonly total: number }): void
  /** Removes the bar. */
  clear(): void
}

/** Number of characters of a bar. */
const width = 24

/** Minimum number of milliseconds between two outputs of a step; a log needs fewer than a terminal. */
const pause = { terminal: 80, log: 10_000 }

export function createProgressLine(stream: NodeJS.WriteStream): ProgressLine {
  const isTerminal = stream.isTTY === true
  let last = { step: '', at: 0 }
  const clear = () => {
    if (!isTerminal) return
    stream.clearLine(0)
    stream.cursorTo(0)
  }
  return {
    show({ step, done, total }) {
      const now = performance.now()
      if (step === last.step && now - last.at < pause[isTerminal ? 'terminal' : 'log']) return
      last = { step, at: now }
      const share = total === 0 ? 0 : Math.min(done / total, 1)
      const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
      if (!isTerminal) {
        stream.write(`${step}: ${counts}\n`)
        return
      }
      const bar = '█'.repeat(Math.floor(share * width)).padEnd(width, '░')
      clear()
      // A line that wraps could not be removed.
      stream.write(`${bar} ${Math.floor(share * 100)} %  ${step}: ${counts}`.slice(0, stream.columns - 1))
    },
    clear,
  }
}
