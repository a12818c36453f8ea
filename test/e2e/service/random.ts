export { createRandom } from '../../../bench/random.ts'

/** This run's seed: the environment variable `CONCORDAT_SEED`, which repeats a run, or a new one. */
export const seedOfRun = Number(process.env['CONCORDAT_SEED'] ?? Date.now() % 2 ** 31)
