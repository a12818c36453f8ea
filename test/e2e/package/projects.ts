/** The TypeScript setup of a user's project. */
export interface ProjectSetUp {
  /** Its folder. */
  readonly name: string
  /** The project's files other than its sources, by path. */
  readonly files: Readonly<Record<string, object>>
  /** Arguments after "tsc" on the command line, before the folder. */
  readonly command: readonly string[]
  /** The extension with which its sources import generated modules. */
  readonly ending: '.js' | ''
}

/** Compilers that must accept the generated code. Short runs skip those between the oldest and the newest. */
export const COMPILERS = [
  { version: '5.9', program: 'node_modules/typescript/bin/tsc' },
  ...(process.env['TEST_LONG'] === '1' ? [{ version: '6', program: 'node_modules/ts6/bin/tsc' }] : []),
  { version: '7', program: 'node_modules/ts7/bin/tsc' },
]

/** The output of `tsc --init`, without its comments. */
const INITIAL = {
  module: 'nodenext',
  target: 'esnext',
  types: [],
  sourceMap: true,
  declaration: true,
  declarationMap: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  strict: true,
  jsx: 'react-jsx',
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noUncheckedSideEffectImports: true,
  moduleDetection: 'force',
  skipLibCheck: true,
}

/** The compiler options from `create-next-app`, with declaration files checked as well. */
const NEXT = {
  target: 'ES2017',
  lib: ['dom', 'dom.iterable', 'esnext'],
  allowJs: true,
  skipLibCheck: true,
  strict: true,
  noEmit: true,
  esModuleInterop: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  resolveJsonModule: true,
  isolatedModules: true,
  jsx: 'preserve',
  declaration: true,
}

/**
 * A server from a few years ago: TypeScript 5 resolves its modules like Node 10, which did not support
 * `exports`.
 */
const COMMONJS = {
  module: 'commonjs',
  target: 'es2022',
  esModuleInterop: true,
  strict: true,
  skipLibCheck: true,
  types: [],
  outDir: 'out',
}

const COMPOSITE = {
  composite: true,
  module: 'nodenext',
  target: 'es2022',
  strict: true,
  skipLibCheck: true,
  types: [],
  outDir: 'out',
}

export const SET_UPS: readonly ProjectSetUp[] = [
  {
    name: 'default',
    files: {
      'tsconfig.json': { compilerOptions: { ...INITIAL, outDir: 'out' }, include: ['*.ts', 'generated'] },
    },
    command: ['-p'],
    ending: '.js',
  },
  {
    name: 'next',
    files: { 'tsconfig.json': { compilerOptions: NEXT, include: ['*.ts', 'generated'] } },
    command: ['-p'],
    ending: '',
  },
  {
    name: 'commonjs',
    files: { 'tsconfig.json': { compilerOptions: COMMONJS, include: ['*.ts', 'generated'] } },
    command: ['-p'],
    ending: '',
  },
  {
    name: 'composite',
    files: {
      'tsconfig.json': {
        compilerOptions: COMPOSITE,
        include: ['*.ts'],
        references: [{ path: './generated' }],
      },
      'generated/tsconfig.json': { compilerOptions: COMPOSITE, include: ['*.ts'] },
    },
    command: ['-b', '--force'],
    ending: '.js',
  },
]

/**
 * Returns the source of a project that calls the service. Its exports have no type annotations, so their
 * inferred types must have names.
 */
export function callerOf({ ending }: ProjectSetUp): string {
  return `import { createClient } from './generated/client${ending}'

export const api = createClient({ baseUrl: 'https://pets.test', credentials: { key: 'k' } })
export const pets = api.pet
export const find = api.pet.findPetsByStatus
export async function nameOf(petId: number): Promise<string> {
  const pet = await api.pet.getPetById({ path: { petId } })
  return pet.name
}
export async function explain(petId: number): Promise<string> {
  const answer = await api.pet.deletePet.result({ path: { petId } })
  return answer.status === 404 ? answer.body.message : 'gone'
}
`
}
