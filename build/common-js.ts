import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { type Manifest, startsOf } from './manifest.ts'

/**
 * The folder of a package that has it once more for `require`. Its package.json has the type of its modules.
 */
export const COMMON_JS = 'commonjs'

/**
 * Adds a build of a package for projects that load it by `require`: Jest by default, NestJS, and versions of
 * Node that cannot `require` modules.
 * @param vendored modules that the package has of others, by the specifiers of its `imports`.
 */
export async function addCommonJs(
  target: string,
  manifest: Manifest,
  vendored: Readonly<Record<string, string>>,
): Promise<void> {
  const declarations = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.d.ts'),
  )
  const bundle = await rolldown({
    input: Object.fromEntries(
      startsOf(manifest).map((start) => [start.replace(/\.js$/, ''), join(target, start)]),
    ),
    platform: 'node',
    preserveEntrySignatures: 'strict',
    resolve: {
      alias: Object.fromEntries(
        Object.entries(vendored).map(([specifier, file]) => [specifier, join(target, file)]),
      ),
    },
  })
  const { output } = await bundle.generate({
    format: 'cjs',
    chunkFileNames: 'joined/[name]-[hash].js',
    minify: true,
    comments: { legal: true },
  })
  await bundle.close()
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(target, COMMON_JS, file)), { recursive: true })
    writeFileSync(join(target, COMMON_JS, file), text)
  }
  for (const file of output) if (file.type === 'chunk') write(file.fileName, file.code)
  for (const file of declarations) cpSync(join(target, file), join(target, COMMON_JS, file))
  write('package.json', '{ "type": "commonjs" }\n')
}
