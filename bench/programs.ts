import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import { PROGRAMS, runProgram } from './programs/run-program.ts'
import { formatTable } from './table.ts'

const USAGE = 'Usage: node bench/programs.ts FOLDER [NAME…], with the documents in folders of these names.'

/** Generates from real documents, and compiles and runs beside each the program of a user. */
await runCommand(async (signal) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder, ...names] = positionals
  if (folder === undefined || !existsSync(folder)) throw new UsageError(USAGE)
  const rows: string[][] = []
  let failed = 0
  for (const { name, document } of PROGRAMS) {
    if (names.length > 0 && !names.includes(name)) continue
    const file = resolve(join(folder, document))
    if (!existsSync(file)) {
      rows.push([name, `skipped: there is no ${document}`])
      continue
    }
    const { lines, failure } = await runProgram({ name, document: file, signal })
    if (failure !== undefined) failed += 1
    rows.push(failure === undefined ? [name, String(lines), 'compiles and runs'] : [name, failure])
  }
  console.log(formatTable({ header: ['document', 'lines', ''], rows, textColumns: 1 }))
  return failed === 0 ? 0 : 1
})
