import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { median } from './bar.ts'

/** Number of times that a line is added; the result is the median. */
const EDITS = 9

/**
 * Measures the milliseconds that TypeScript's language server needs to report a file's problems after an
 * editor adds a line. The result is the median of several edits, made after everything was loaded.
 * @throws if the file has problems, because the result would then measure something else.
 */
export async function editedFor(options: {
  /** Path of tsserver.js. */
  readonly server: string
  readonly file: string
  readonly signal: AbortSignal
}): Promise<number> {
  const { server, file, signal } = options
  const child = spawn(process.execPath, [server, '--disableAutomaticTypingAcquisition'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let seq = 0
  const tell = (command: string, given: object) => {
    seq += 1
    child.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: given })}\n`)
  }
  const problems = async (): Promise<readonly unknown[]> => {
    tell('semanticDiagnosticsSync', { file })
    for (;;) {
      const { value, done } = await answers.next()
      if (done === true) throw new Error('The language server has exited.')
      if (!value.startsWith('{')) continue
      const message = JSON.parse(value) as { request_seq?: number; body?: readonly unknown[] }
      if (message.request_seq === seq) return message.body ?? []
    }
  }
  try {
    const text = readFileSync(file, 'utf8')
    const line = text.split('\n').length
    tell('open', { file, fileContent: text })
    const found = await problems()
    if (found.length > 0) throw new Error(`"${file}" has problems: ${JSON.stringify(found[0]).slice(0, 300)}`)
    const times: number[] = []
    for (let edit = 0; edit < EDITS; edit += 1) {
      const place = { line, offset: 1, endLine: line, endOffset: 1 }
      tell('change', { file, ...place, insertString: `export const edit${edit} = ${edit}\n` })
      const began = performance.now()
      await problems()
      times.push(performance.now() - began)
    }
    return median(times)
  } finally {
    child.removeAllListeners('error').on('error', () => {})
    child.kill()
  }
}
