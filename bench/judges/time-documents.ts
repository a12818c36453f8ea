import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tuneProcessForShortRun } from '../../generator/command-line/short-run.ts'
import { ProblemsError } from '../../generator/errors/problem.ts'
import { generate } from '../../generator/pipeline/generate.ts'

/** CPU time for one document. */
export interface DocumentTimes {
  readonly file: string
  /** Size of the document's JSON in bytes. */
  readonly bytes: number
  readonly generateMs: number
  /** Once. */
  readonly parseMs: number
}

/**
 * Minimum time for which a document is parsed repeatedly, so that neither the clock's precision nor a garbage
 * collection determines the result.
 */
const LEAST_MS = 300

/** Document for which code is generated first, so that loading the printers is not timed. */
const WARM_UP = join(import.meta.dirname, '../../test/golden/list-with-offset-and-next/openapi.yaml')

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function parseMsOf(text: string): number {
  const begin = process.cpuUsage()
  let times = 0
  do {
    JSON.parse(text)
    times++
  } while (processorMs(begin) < LEAST_MS)
  return processorMs(begin) / times
}

/**
 * Measures the processor time of generating code for a document, and of parsing the resolved document as
 * JSON; `undefined` if the document is rejected.
 */
async function timesOf(file: string, output: string): Promise<DocumentTimes | undefined> {
  const begin = process.cpuUsage()
  try {
    const { model } = await generate({ document: file, output })
    const generateMs = processorMs(begin)
    const text = JSON.stringify(model.document)
    return { file, bytes: Buffer.byteLength(text), generateMs, parseMs: parseMsOf(text) }
  } catch (error) {
    if (error instanceof ProblemsError) return undefined
    throw error
  }
}

const files = process.argv.slice(2)
const output = mkdtempSync(join(tmpdir(), 'concordat-judge-'))
try {
  // Uses the same settings as the command.
  tuneProcessForShortRun(files)
  await timesOf(WARM_UP, output)
  const times: DocumentTimes[] = []
  for (const file of files) {
    const found = await timesOf(file, output)
    if (found !== undefined) times.push(found)
  }
  console.log(JSON.stringify(times))
} finally {
  rmSync(output, { recursive: true })
}
