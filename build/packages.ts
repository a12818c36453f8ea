import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { builtinModules } from './builtin-modules.ts'
import { addCommonJs, COMMON_JS } from './common-js.ts'
import { indentWithTabs } from './indentation.ts'
import { inlineSources } from './inline-sources.ts'
import { copyLicences, filesOf, type Inlined, packagesBehind } from './inlined.ts'
import { joinModules } from './join-modules.ts'
import { type Manifest, packagesOf, publishedManifest, sharedMetadata, startsOf } from './manifest.ts'
import { precompileTemplates } from './precompile-templates.ts'
import { vendor } from './vendor.ts'
import { withoutDocs } from './without-docs.ts'

/**
 * Builds `dist/`, the folders that are published: JavaScript with declarations, and a package.json whose
 * entries name them. In the repository everything runs from the TypeScript sources.
 */
const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const compiled = join(dist, 'compiled')

/** Packages that are joined into the command line: its modules import only functions and data of them. */
const INLINED: readonly Inlined[] = [
  // A server that a command starts gets its app from the package.
  { folder: join(dist, 'runtime'), isJoined: (entry) => !entry.startsWith('./server') },
  // Contract tests are printed for the rules that apply; nothing of the command line runs them. Names are
  // read by the same words in the generator and in the rules.
  { folder: join(dist, 'contract'), isJoined: (entry) => entry === './checks' || entry === './lexicon' },
]

/**
 * Published packages; a package comes before the one whose folder it lies in. `sources`: the part of its
 * folder that is compiled. `joined`: where the files lie that the modules of a package are joined into, the
 * modules by which it starts besides its entries, the modules of packages built before that are joined too,
 * and those that are loaded together. `isRequired`: it is built for `require` as well.
 */
const PACKAGES = [
  {
    name: 'contract',
    folder: 'runtime/contract',
    sources: '.',
    page: 'runtime/contract/README.md',
    joined: { folder: 'joined', starts: [], inlined: [], together: {}, plugins: [] },
  },
  {
    name: 'mock',
    folder: 'runtime/mock',
    sources: '.',
    page: 'runtime/mock/README.md',
    joined: { folder: 'joined', starts: [], inlined: [], together: {}, plugins: [] },
  },
  {
    name: 'runtime',
    folder: 'runtime',
    sources: '.',
    page: 'runtime/README.md',
    joined: undefined,
    // Generated code imports it, in projects of either kind.
    isRequired: true,
  },
  // The root's page is that of the repository.
  {
    name: 'concordat',
    folder: '.',
    sources: 'generator',
    page: 'generator/README.md',
    joined: {
      folder: 'generator/joined',
      starts: ['generator/commands/verify/worker.js'],
      inlined: INLINED,
      together: {
        // A run that would change nothing ends with these.
        start: [
          'generator/command-line/command-line.js',
          'generator/command-line/arguments.js',
          'generator/command-line/end-process.js',
          'generator/configuration/given-config.js',
          'generator/commands/generate.js',
          'generator/commands/progress/progress.js',
        ],
        reading: ['generator/pipeline/read-document.js', 'generator/write/write.js'],
        // With the printers of the outputs that are printed if nobody chooses.
        printing: [
          'generator/pipeline/generate.js',
          'generator/outputs/client/client.js',
          'generator/outputs/client/by-tag/client-by-tag.js',
          'generator/outputs/contract/contract.js',
          'generator/outputs/formats/formats.js',
          'generator/outputs/operations/operations.js',
          'generator/outputs/server/server.js',
        ],
      },
      plugins: [precompileTemplates(join(root, 'templates')), inlineSources(root), builtinModules],
    },
  },
]

rmSync(dist, { recursive: true, force: true })
const tsc = join(root, 'node_modules/ts7/bin/tsc')
const { status } = spawnSync(
  process.execPath,
  [tsc, '-p', join(root, 'tsconfig.build.json'), '--checkers', '1'],
  {
    stdio: 'inherit',
  },
)
if (status !== 0) process.exit(1)
for (const name of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
  const file = join(compiled, name)
  if (name.endsWith('.js')) writeFileSync(file, indentWithTabs(withoutDocs(readFileSync(file, 'utf8'))))
  if (name.endsWith('.d.ts')) writeFileSync(file, indentWithTabs(readFileSync(file, 'utf8')))
}

const whole = readManifest(root)
for (const { name, folder, sources, page, joined, isRequired = false } of PACKAGES) {
  const target = join(dist, name)
  const source = join(root, folder)
  const manifest = { ...readManifest(source), ...sharedMetadata(whole, folder) }
  mkdirSync(target)
  renameSync(join(compiled, folder, sources), join(target, sources))
  if (joined !== undefined) {
    const { inlined } = joined
    await joinModules(target, {
      ...joined,
      starts: [...startsOf(manifest), ...joined.starts],
      packages: [
        ...[...packagesOf(manifest), ...Object.keys(manifest.imports ?? {})],
        ...inlined.flatMap(packagesBehind),
      ],
      inlined: Object.fromEntries(inlined.flatMap(filesOf)),
    })
    for (const each of inlined) copyLicences(each, target)
  }
  cpSync(join(root, page), join(target, 'README.md'))
  // One changelog for all packages: callers of a service install the runtime alone, which is to stay small.
  for (const file of name === 'concordat' ? ['LICENSE', 'CHANGELOG.md'] : ['LICENSE'])
    cpSync(join(root, file), join(target, file))
  const vendored = await vendor({ manifest, root, target })
  if (isRequired) await addCommonJs(target, manifest, vendored)
  const published = publishedManifest(manifest, vendored, isRequired ? COMMON_JS : undefined)
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  for (const file of Object.values(published.bin ?? {})) chmodSync(join(target, file), 0o755)
}
rmSync(compiled, { recursive: true })

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
