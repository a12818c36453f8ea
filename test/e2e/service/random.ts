export { createRandom } from '../../../bench/random.ts'

/** The seed of this run: that of the environment variable `CONCORDAT_SEED`, to repeat one, or a new one. */
export const seedOfRun = Number(process.env['CONCORDAT_SEED'] ?? Date.now() % 2 ** 31)
