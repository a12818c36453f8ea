import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Builds `dist/`, the folder that is published: JavaScript with declarations, the templates, and a package.json whose
 * entries name them. In the repository everything runs from the TypeScript sources.
 */
const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')

interface Package {
  readonly exports: Readonly<Record<string, string>>
  readonly bin: Readonly<Record<string, string>>
  readonly [name: string]: unknown
}

const compiled = (file: string, ending: string) => file.replace(/\.ts$/, ending)

rmSync(dist, { recursive: true, force: true })
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
for (const name of ['templates', 'README.md']) cpSync(join(root, name), join(dist, name), { recursive: true })

const {
  workspaces: _w,
  scripts: _s,
  devDependencies: _d,
  optionalDependencies: _o,
  overrides: _v,
  ...kept
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
const published = {
  ...kept,
  bin: Object.fromEntries(Object.entries(kept.bin).map(([name, file]) => [name, compiled(file, '.js')])),
  exports: Object.fromEntries(
    Object.entries(kept.exports).map(([entry, file]) => [
      entry,
      { types: compiled(file, '.d.ts'), default: compiled(file, '.js') },
    ]),
  ),
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
for (const file of Object.values(published.bin)) chmodSync(join(dist, file), 0o755)
