import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { configuredImportExtension } from '../configuration/import-extension.ts'
import type { ResolvedConfig } from '../configuration/read-config.ts'
import { UsageError } from '../errors/problem.ts'
import { makeStubs } from '../stubs/stubs.ts'
import { writeFileWhole } from '../write/write.ts'
import type { StubsResult } from './progress/outcome.ts'
import type { Progress } from './progress/progress.ts'
import { readDocumentAndTell } from './progress/read-and-tell.ts'

/**
 * Writes missing handler files, and adds missing handlers to existing files.
 * @throws {UsageError} if the configuration does not generate the server, which handlers import.
 */
export async function stubsCommand(config: ResolvedConfig, folder: string, progress: Progress): Promise<0> {
  const shownOf = (path: string) => relative(process.cwd(), path)
  const server = join(config.output, 'server.ts')
  if (!config.outputs.includes('server'))
    throw new UsageError(
      `Handlers import "${shownOf(server)}", which the configuration does not generate. Fix: add "server" to "outputs" in the configuration, and run: concordat generate`,
    )
  const { model } = await readDocumentAndTell(config, progress)
  const target = resolve(folder)
  const { output, runtime, importExtension = configuredImportExtension(target) } = config
  const { changed, gone } = await makeStubs(model, { folder: target, output, importExtension, runtime })
  for (const [name, text] of changed) await writeFileWhole(resolve(target, name), text)
  const written = [...changed.keys()]
  const shown = shownOf(target)
  progress.done(`${shown}: ${written.length === 0 ? 'every operation has a handler' : written.join(', ')}.`)
  for (const { place, operation } of gone)
    progress.done(
      `${join(shown, place)}: the operation "${operation}" is not in the document, or is filtered out. Remove its handler.`,
    )
  if (!existsSync(server)) progress.done(`"${shownOf(server)}" does not exist yet. Run: concordat generate`)
  progress.result({ data: { folder: shown, written, gone } satisfies StubsResult, exitCode: 0 })
  return 0
}
