import { agreementOf } from '../agreement/agreement.ts'
import { importGenerated } from '../agreement/generated-code.ts'

/** A fixed seed, so that every run makes the same calls. */
const SEED = 20260101
/** Three rounds with the contract suite's values, and one with random values. */
const ROUNDS = 4

/**
 * Calls the operations of the output in the folder given as the first argument, and prints the outcome as
 * JSON.
 */
const [folder = ''] = process.argv.slice(2)
process.stdout.write(
  JSON.stringify(await agreementOf(await importGenerated(folder), { seed: SEED, rounds: ROUNDS })),
)
