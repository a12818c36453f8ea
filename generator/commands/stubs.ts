import { join, relative, resolve } from 'node:path'
import { importExtensionFor } from '../configuration/import-extension.ts'
import type { Config } from '../options/config/config-types.ts'
import { readDocument } from '../pipeline/read-document.ts'
import { makeStubs } from '../stubs/stubs.ts'
import { writeText } from '../write/write.ts'
import type { Progress } from './progress/progress.ts'

/** Writes the handler files that a folder lacks, and adds what is missing to those that it has. */
export async function stubsCommand(config: Config, folder: string, progress: Progress): Promise<0> {
  const { model, warnings } = await readDocument(config, (stage) => progress.step(stage))
  progress.warn(warnings)
  const target = resolve(folder)
  const { output, importExtension = importExtensionFor(target) } = config
  const { changed, gone } = makeStubs(model, { folder: target, output, importExtension })
  for (const [name, text] of changed) await writeText(resolve(target, name), text)
  const names = changed.size === 0 ? 'every operation has its handler' : [...changed.keys()].join(', ')
  const shown = relative(process.cwd(), target)
  progress.done(`${shown}: ${names}.`)
  for (const { place, operation } of gone)
    progress.done(
      `${join(shown, place)}: the document has no operation "${operation}" any more. Remove its handler.`,
    )
  return 0
}
