import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from '../../generator/generate.ts'
import { writeFiles } from '../../generator/write/write.ts'
import { HERE, root } from './environment.ts'

const CASE = 'test/golden/list-with-offset-and-next'

/** Removes our package from a project, and regenerates its client with the runtime inlined. */
export async function inlineRuntime(folder: string): Promise<void> {
  rmSync(join(folder, 'node_modules/@concordat'), { recursive: true })
  const output = join(folder, CASE, 'expected')
  rmSync(output, { recursive: true })
  const document = join(root, CASE, 'openapi.yaml')
  const { files } = await generate({
    ...{ document, output, outputs: ['client'], runtime: 'inline', importExtension: '.ts' },
  })
  await writeFiles(output, files)
  const caller = join(folder, HERE, 'required/caller.ts')
  const text = readFileSync(caller, 'utf8')
  const copies = `../../golden/list-with-offset-and-next/expected/runtime/client/client.ts`
  writeFileSync(caller, text.replace('@concordat/runtime/client', copies))
}
