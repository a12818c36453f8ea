import { styleText } from 'node:util'

/** Where a command reports: a terminal gets one line that changes, anything else plain lines. */
export interface Progress {
  /** Replaces the line of the work under way. */
  step(text: string): void
  /** A line that stays. */
  done(text: string): void
  /** Takes the line of the work under way away. */
  clear(): void
}

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const line = (text: string) => {
    stream.write(`${text}\n`)
  }
  if (stream.isTTY !== true) return { step: line, done: line, clear: () => {} }
  const clear = () => {
    stream.clearLine(0)
    stream.cursorTo(0)
  }
  return {
    step(text) {
      clear()
      stream.write(styleText('dim', text))
    },
    done(text) {
      clear()
      line(text)
    },
    clear,
  }
}
