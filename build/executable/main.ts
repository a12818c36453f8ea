import { runCommandLine } from '../../generator/command-line/command-line.ts'
import { endProcess, outliveOutputReaders } from '../../generator/command-line/end-process.ts'
import { WORKER_WORD } from '../../generator/package/executable.ts'
import { provideModules } from './provide-modules.ts'

/** The executable runs the command line, or one of the workers that it starts of itself. */
provideModules()
const args = process.argv.slice(2)
if (args[0] === WORKER_WORD && process.send !== undefined) {
  const { runInWorker } = await import('@concordat/contract')
  const { workerSettings } = await import('../../generator/commands/verify/worker-settings.ts')
  runInWorker(workerSettings)
} else {
  outliveOutputReaders()
  await endProcess(await runCommandLine(args))
}
