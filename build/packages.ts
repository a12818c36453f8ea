import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Builds `dist/`, the folders that are published: JavaScript with declarations, and a package.json whose entries name
 * them. In the repository everything runs from the TypeScript sources.
 */
const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const compiledRoot = join(dist, 'compiled')

/** What is published, the inner folder before the one that it lies in. */
const PACKAGES = [
  { folder: 'runtime/contract', name: 'contract', sources: '.', copies: [] },
  { folder: 'runtime', name: 'runtime', sources: '.', copies: [] },
  { folder: '', name: 'concordat', sources: 'generator', copies: ['templates', 'README.md'] },
]

/** Members of a package.json that only the repository uses; "private" keeps people from publishing its folders. */
const OF_REPOSITORY = new Set([
  'private',
  'workspaces',
  'scripts',
  'devDependencies',
  'optionalDependencies',
  'overrides',
  'allowScripts',
  'scarfSettings',
])

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly [name: string]: unknown
}

const compiled = (file: string, ending: string) => file.replace(/\.ts$/, ending)

rmSync(dist, { recursive: true, force: true })
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

for (const { folder, name, sources, copies } of PACKAGES) {
  const target = join(dist, name)
  mkdirSync(target)
  renameSync(join(compiledRoot, folder, sources), join(target, sources))
  for (const copy of copies) cpSync(join(root, copy), join(target, copy), { recursive: true })
  const manifest = publishedManifest(
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest,
  )
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const file of Object.values(manifest.bin)) chmodSync(join(target, file), 0o755)
}
rmSync(compiledRoot, { recursive: true })

/** Without what only the repository uses; entries name JavaScript, and its declarations before it. */
function publishedManifest(source: Manifest) {
  const kept = Object.fromEntries(Object.entries(source).filter(([member]) => !OF_REPOSITORY.has(member)))
  return {
    ...kept,
    exports: Object.fromEntries(
      Object.entries(source.exports).map(([entry, file]) => [
        entry,
        file.endsWith('.ts') ? { types: compiled(file, '.d.ts'), default: compiled(file, '.js') } : file,
      ]),
    ),
    bin: Object.fromEntries(
      Object.entries(source.bin ?? {}).map(([command, file]) => [command, compiled(file, '.js')]),
    ),
  }
}
