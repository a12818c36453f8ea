import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NAMES_BY_HAND } from '../../emit/inline/by-hand.ts'
import type { Model } from '../../model/model.ts'
import { writeFileWhole } from '../../write/write.ts'
import type { Progress } from '../progress/progress.ts'
import { exampleCall } from './example-call.ts'
import type { InitProject } from './project.ts'

/** Folder of a package's generated client. */
export const PACKAGE_OUTPUT = 'src/generated'

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    declaration: true,
    rootDir: 'src',
    outDir: 'dist',
    types: [],
  },
  include: ['src'],
}

/** Fields of the package.json for a package compiled with tsc. */
const MANIFEST = {
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  },
  types: './dist/index.d.ts',
  files: ['dist'],
  sideEffects: false,
}
const SCRIPTS = { build: 'tsc', prepack: 'npm run build' }

/**
 * Writes the package's tsconfig.json and package.json. They must be written before the generated files, whose
 * imports depend on them.
 */
export async function writePackageSettings(
  { folder, manifest }: InitProject,
  progress: Progress,
): Promise<void> {
  await writeMissing(folder, { 'tsconfig.json': json(TSCONFIG) }, progress)
  const { main, type: _, scripts, ...rest } = manifest
  const kept = typeof main === 'string' && existsSync(join(folder, main)) ? { main } : {}
  const own = { ...rest, ...kept, type: 'module', version: rest['version'] ?? '0.1.0' }
  const lacking = Object.entries(MANIFEST).filter(([member]) => !(member in own))
  const text = json({
    ...own,
    ...Object.fromEntries(lacking),
    scripts: { ...SCRIPTS, ...Object(scripts) },
  })
  if (text === readFileSync(join(folder, 'package.json'), 'utf8')) return
  await writeFileWhole(join(folder, 'package.json'), text)
  progress.done('package.json: prepared for publishing as an ES module.')
}

/** Writes the package's entry file and README if they are missing. */
export async function writePackageSources(
  { folder, manifest }: InitProject,
  model: Model,
  progress: Progress,
): Promise<void> {
  const name = typeof manifest['name'] === 'string' ? manifest['name'] : 'PACKAGE'
  await writeMissing(
    folder,
    { 'src/index.ts': indexText(model), 'README.md': pageText(name, model) },
    progress,
  )
}

async function writeMissing(
  folder: string,
  files: Readonly<Record<string, string>>,
  progress: Progress,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    if (existsSync(file)) progress.done(`${path}: already exists, left unchanged.`)
    else {
      await writeFileWhole(file, text)
      progress.done(`${path}: written.`)
    }
  }
}

/** Exports of the copied runtime that users of a client need in addition to the generated files. */
const BESIDE = (NAMES_BY_HAND['./client']?.['./client'] ?? []).filter((name) => name !== 'createClient')
const TYPES: ReadonlySet<string> = new Set(['CallOptions', 'Client', 'ClientOptions', 'Middleware'])
/** Types that a client exports. */
const OF_CLIENT = ['Api', 'Credentials']

/**
 * Exports the client, its types, and other names that users need. If a schema has one of these names, all
 * types are exported as a namespace.
 */
function indexText({ schemas }: Model): string {
  const taken = new Set([...BESIDE, ...OF_CLIENT])
  const isTaken = schemas.some(({ name }) => taken.has(name))
  return `export * from './generated/client.js'
export {
${BESIDE.map((name) => `  ${TYPES.has(name) ? 'type ' : ''}${name},\n`).join('')}} from './generated/runtime/client/client.js'
export ${isTaken ? 'type * as types' : '*'} from './generated/types.js'
`
}

/** Writes a README that explains how to install the package and call the API, with one call for each tag. */
function pageText(name: string, model: Model): string {
  const groups = model.tags.length === 0 ? [model.operations] : model.tags.map(({ operations }) => operations)
  const examples = groups.flatMap((operations) => exampleCall(operations, model) ?? [])
  const [first] = examples
  const program = [
    `import { createClient } from '${name}'`,
    '',
    `const api = ${first?.client ?? 'createClient()'}`,
    ...examples.map(({ call }) => `await ${call}`),
  ]
  return `# ${name}
A client for ${model.title}.

\`\`\`sh
npm install ${name}
\`\`\`
\`\`\`ts
${program.join('\n')}
\`\`\`

A call returns the body of a successful response, and throws an \`ApiError\` with \`status\` and \`body\` for a documented failure. With \`.result\` after the operation's name, it returns any documented response, even a failure.
`
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
