import { once } from 'node:events'
import { watch } from 'chokidar'
import { ProblemsError, UsageError } from '../errors/problem.ts'
import { isNetworkSource } from '../load/source/file-name.ts'
import { type GenerateOptions, generateCommand } from './generate.ts'
import { isSavedSince } from './record.ts'

/** Milliseconds to wait after a change, because editors save in several steps. */
const SETTLE_MS = 100

/**
 * Generates code now and after each change to a file that the last run read, until the signal is aborted. If
 * a document has errors, they are reported and no output changes.
 */
export async function watchCommand(options: GenerateOptions, signal: AbortSignal): Promise<void> {
  const watcher = watch([], {
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: SETTLE_MS, pollInterval: 20 },
  })
  const ready = once(watcher, 'ready')
  let running = false
  let changed = true
  const run = async () => {
    if (running) return
    running = true
    while (changed && !signal.aborted) {
      changed = false
      const began = Date.now()
      const sources = await attempt(options)
      // Network files are checked whenever a local file changes.
      watcher.add(sources.filter((source) => !isNetworkSource(source)))
      await ready
      // A file may have been saved between being read and being watched.
      if (sources.some((source) => isSavedSince(source, began))) changed = true
    }
    running = false
    options.progress.step('Watching for changes.')
  }
  watcher.on('all', () => {
    changed = true
    void run()
  })
  await run()
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await watcher.close()
}

async function attempt(options: GenerateOptions): Promise<readonly string[]> {
  try {
    return (await generateCommand(options)).sources
  } catch (error) {
    if (!(error instanceof ProblemsError || error instanceof UsageError)) throw error
    options.progress.fail(error.message)
    return options.configs.flatMap((config) => [config.document, ...(config.overlays ?? [])])
  }
}
