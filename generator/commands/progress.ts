import { styleText } from 'node:util'

/** Where a command reports: a terminal gets one line that changes, anything else plain lines. */
export interface Progress {
  /** Replaces the line of the work under way. */
  step(text: string): void
  /** The line of work that changes many times a second: on a terminal alone, cut to its width. */
  live(text: string): void
  /** A line that stays. */
  done(text: string): void
  /** Takes the line of the work under way away. */
  clear(): void
}

/** Redrawing more often than that costs more than anybody sees. */
const REDRAW_MS = 80

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const line = (text: string) => {
    stream.write(`${text}\n`)
  }
  if (stream.isTTY !== true) return { step: line, live: () => {}, done: line, clear: () => {} }
  const style = (text: string) => styleText('dim', text, { stream })
  let drawn = Number.NEGATIVE_INFINITY
  const clear = () => {
    stream.clearLine(0)
    stream.cursorTo(0)
  }
  return {
    step(text) {
      clear()
      stream.write(style(text))
    },
    live(text) {
      const now = performance.now()
      if (now - drawn < REDRAW_MS) return
      drawn = now
      clear()
      // A line that wraps cannot be taken away again.
      stream.write(style(text.slice(0, Math.max(stream.columns - 1, 20))))
    },
    done(text) {
      clear()
      line(text)
    },
    clear,
  }
}
