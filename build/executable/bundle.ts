import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { inlineSources } from '../inline-sources.ts'
import { precompileTemplates } from '../precompile-templates.ts'
import { provided, withoutFiles, withoutProject } from './plugins.ts'

export interface Bundle {
  readonly code: string
  /** Texts of the licences of all packages whose code is in it. */
  readonly licences: string
}

/**
 * The command line as one module that imports nothing but Node's own.
 * @param root of the repository.
 * @throws Error if it imports anything else.
 */
export async function bundleCommandLine(root: string): Promise<Bundle> {
  const bundle = await rolldown({
    input: join(root, 'build/executable/main.ts'),
    platform: 'node',
    // These load packages that an executable lacks; `plugins.ts` has messages in their place.
    external: ['vitest', 'vitest/node', 'openapi-typescript', 'typescript'],
    checks: { ineffectiveDynamicImport: false },
    plugins: [
      await provided(root),
      withoutFiles(root),
      withoutProject(root),
      precompileTemplates(join(root, 'templates')),
      inlineSources(root),
    ],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    codeSplitting: false,
    minify: true,
    comments: { legal: false },
  })
  await bundle.close()
  const [chunk] = output
  const foreign = chunk.imports.filter(
    (name) => !builtinModules.includes(name.replace(/^node:/, '')) && name !== 'node:sea',
  )
  if (foreign.length > 0) throw new Error(`The executable would import ${foreign.join(', ')}.`)
  return { code: chunk.code, licences: licencesOf(chunk) }
}

function licencesOf({ moduleIds }: OutputChunk): string {
  const folders = moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [])
  return [...new Set(folders)].sort().map(licenceOf).join('\n')
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license: string
  }
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  const path = file === undefined ? undefined : join(dirname(join(folder, file)), file)
  const text = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : ''
  return `${name} ${version} (${license})\n${text}`
}
