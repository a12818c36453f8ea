import { appendFileSync, closeSync, openSync, readSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { RunEvent, Tell } from '../data/outcome/run-event.ts'

/**
 * Environment variable with the path of a file. Generated tests write their events to it, one per line, for
 * the program that started them.
 */
export const EVENTS = 'CONCORDAT_EVENTS'

/** Returns a function that appends the events of a run to a file. */
export function tellToEventFile(file: string): Tell {
  return (event) => appendFileSync(file, `${serialize(event).toString('base64')}\n`)
}

/** Reads events while they are being written. */
export class EventFile {
  readonly #file: number
  #rest = ''

  /** @param path The path of an existing file. */
  constructor(path: string) {
    this.#file = openSync(path, 'r')
  }

  /** Returns the events since the last call. */
  drain(): readonly RunEvent[] {
    const chunk = Buffer.alloc(2 ** 16)
    for (let read = -1; read !== 0; ) {
      read = readSync(this.#file, chunk)
      this.#rest += chunk.toString('latin1', 0, read)
    }
    const lines = this.#rest.split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.map((line): RunEvent => deserialize(Buffer.from(line, 'base64')))
  }

  close(): void {
    closeSync(this.#file)
  }
}
