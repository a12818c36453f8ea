import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import { PROGRAMS, runProgram } from './programs/run-program.ts'
import { formatTable } from './table.ts'

const USAGE =
  "Usage: npm run bench:programs -- FOLDER [NAME…]. FOLDER contains one folder per document, each with the document's name."

const HELP = `Generates from real documents, and compiles and runs beside each the program of a user.

  npm run bench:programs -- FOLDER [NAME…]
      FOLDER         has the documents
      NAME           of ${PROGRAMS.map(({ name }) => name).join(', ')} (default all)
      --help

A document that is not there is skipped, and the table says so.

Exit codes: 0 every program compiles and runs; 1 one does not; 2 wrong usage.`

await runCommand(async (signal) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const [folder, ...names] = positionals
  if (folder === undefined || !existsSync(folder)) throw new UsageError(USAGE)
  const rows: string[][] = []
  let failed = 0
  for (const { name, document } of PROGRAMS) {
    if (names.length > 0 && !names.includes(name)) continue
    const file = resolve(join(folder, document))
    if (!existsSync(file)) {
      rows.push([name, `skipped: ${document} does not exist`])
      continue
    }
    const { lines, failure } = await runProgram({ name, document: file, signal })
    if (failure !== undefined) failed += 1
    rows.push(failure === undefined ? [name, String(lines), 'compiles and runs'] : [name, failure])
  }
  console.log(formatTable({ header: ['document', 'lines', ''], rows, textColumns: 1 }))
  return failed === 0 ? 0 : 1
})
