import { enableCompileCache } from 'node:module'

/**
 * The entry of the worker that runs the rules. It reads the configuration itself: a function cannot be passed
 * on, and may do as it likes here.
 */
enableCompileCache()
const { runInWorker } = await import('@concordat/contract')
const { workerSettings } = await import('./worker-settings.ts')
runInWorker(workerSettings)
