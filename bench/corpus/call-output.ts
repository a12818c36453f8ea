import { agreementOf } from '../agreement/agreement.ts'
import { importGenerated } from '../agreement/generated-code.ts'

/** The same calls in every run. */
const SEED = 20260101
/** Three as the contract suite sends them, and one at random. */
const ROUNDS = 4

/**
 * Calls all operations of the output in the folder that the first argument names, and
 * prints what came of it as JSON.
 */
const [folder = ''] = process.argv.slice(2)
process.stdout.write(
  JSON.stringify(await agreementOf(await importGenerated(folder), { seed: SEED, rounds: ROUNDS })),
)
