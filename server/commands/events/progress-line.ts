/** Shows how far a command is: on a terminal as a bar that grows, else as a line now and then. */
export interface ProgressLine {
  show(progress: { readonly step: string; readonly done: number; readonly total: number }): void
  /** Takes the bar away. */
  clear(): void
}

/** Characters of a bar. */
const width = 24

/** Milliseconds between two showings of a step: people see no more, and a log wants less. */
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
      // A line that wraps cannot be taken away again.
      stream.write(`${bar} ${Math.floor(share * 100)} %  ${step}: ${counts}`.slice(0, stream.columns - 1))
    },
    clear,
  }
}
