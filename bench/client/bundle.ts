import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/** Beside the files of the repository, so that packages are found from there. */
const ENTRY = resolve(import.meta.dirname, '../../generated/entry.ts')

/**
 * Bundles a program as a browser gets it, minified.
 * @param program TypeScript; it imports by package name or absolute path.
 */
export async function bundle(program: string): Promise<string> {
  const build = await rolldown({
    input: ENTRY,
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (specifier) => (specifier === ENTRY ? ENTRY : null),
        load: (file) => (file === ENTRY ? program : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('')
}

/** Bytes of a bundle, gzipped. */
export async function bundleSize(program: string): Promise<number> {
  return gzipSync(await bundle(program)).length
}
