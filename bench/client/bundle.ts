import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/**
 * Path of the bundle's entry, which does not exist on disk. It is inside the repository, so that packages can
 * be found from its location.
 */
const ENTRY = resolve(import.meta.dirname, '../../generated/entry.ts')

/**
 * Bundles and minifies a program as for a browser.
 * @param program TypeScript that imports by package name or absolute path.
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

/** Returns the size of a program's gzipped bundle in bytes. */
export async function bundleSize(program: string): Promise<number> {
  return gzipSync(await bundle(program)).length
}
