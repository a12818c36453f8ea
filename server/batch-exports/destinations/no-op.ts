import type { Destination } from './destination.ts'

/** Reads the records and leaves them. */
export const noOp: Destination = {
  async deliver({ source, signal, count }) {
    for await (const _ of source.read()) {
      signal.throwIfAborted()
      count(1)
    }
  },
}
