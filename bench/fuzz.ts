import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { count, runCommand } from './command.ts'
import { existingFolders } from './existing-folders.ts'
import { fuzz } from './fuzz/fuzz.ts'

const HELP = `Damages valid documents, one change at a time, and generates code from each.

  npm run fuzz -- [FOLDER…]   documents in the folders; default: this repository's
      --rounds N              default: 5000
      --seed N                default: 1
      --help

A damaged value has another type, or is null, missing, misspelt, duplicated, emptied, swapped with another, very long, or an invalid reference.
Each document must produce output that compiles under tsc 7 with every strict flag and "declaration", or an error that says where the damage is.
None may hang, fail because of a bug in Concordat, or show text from a file outside the document's folder.

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
    `Seed ${values.seed}: code was generated for ${generated} documents, ${refused} were rejected with a location, and ${failures.length} failed.`,
  )
  return failures.length === 0 ? 0 : 1
}

await runCommand(main)
