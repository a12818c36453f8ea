import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { count, runCommand } from './command.ts'
import { existingFolders } from './existing-folders.ts'
import { fuzz } from './fuzz/fuzz.ts'

const HELP = `Damages correct documents, in one way at a time, and generates from each.

  npm run fuzz -- [FOLDER…]   documents below the folders; default: those of this repository
      --rounds N              default: 5000
      --seed N                default: 1
      --help

A damaged value has another type, or is null, missing, misspelt, duplicated, emptied, swapped with another, very long, or a wrong reference.
Each must produce output that compiles under tsc 7 with every strict flag and "declaration", or a refusal that says where.
None may hang, fail with a defect of ours, or show text from a file outside the document's folder.

Exit codes: 0 all as expected; 1 an expectation is not met; 2 wrong usage.`

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const folders = existingFolders(positionals, HELP)
  const { generated, refused, failures } = await fuzz({
    seed: count('seed', values.seed, { least: 0 }),
    rounds: count('rounds', values.rounds),
    folders,
    progress: createProgress(process.stderr),
    signal,
  })
  for (const failure of failures) console.log(failure)
  console.log(
    `Seed ${values.seed}: ${generated} generated and ${refused} were refused with a place; ${failures.length} failed.`,
  )
  return failures.length === 0 ? 0 : 1
}

await runCommand(main)
