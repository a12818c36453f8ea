import { enableCompileCache } from 'node:module'

/**
 * Entry of the worker that runs the rules. It reads the configuration itself, because functions cannot be
 * passed between processes.
 */
enableCompileCache()
const { runInWorker } = await import('@concordat/contract')
const { workerSettings } = await import('./worker-settings.ts')
runInWorker(workerSettings)
