/** Shows a command's progress: as a growing bar on a terminal, and as an occasional line elsewhere. */
export interface ProgressLine {
  show(progress: { readonly step: string; readonly done: number; readonly total: number }): void
  /** Removes the bar. */
  clear(): void
}

/** Width of the bar, in characters. */
const width = 24

/**
 * Minimum time between two updates of a step's progress, in milliseconds. A log needs fewer updates than a
 * terminal.
 */
const pause = { terminal: 80, log: 10_000 }

export function createOperatorProgressLine(stream: NodeJS.WriteStream): ProgressLine {
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
      // Truncate the line, because a line that wraps could not be removed.
      stream.write(`${bar} ${Math.floor(share * 100)} %  ${step}: ${counts}`.slice(0, stream.columns - 1))
    },
    clear,
  }
}
