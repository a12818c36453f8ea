import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { measure } from '../measure.ts'
import { median } from './bar.ts'
import { failureOf, type GenerationOptions, runTool } from './generation.ts'
import { OWN, OWN_FOLDER } from './install-own.ts'
import { editedFor } from './language-server.ts'
import { PEERS } from './peers.ts'
import { PROGRAMS, type Program } from './programs.ts'

/** The compilers, by version, with their package names in the peers' folder. */
const COMPILERS = { '5.9': 'typescript', '7': 'ts7' } as const

export type Compiler = keyof typeof COMPILERS

/** Time and memory that one compiler needs for a program and the code it imports. */
export interface Checked {
  /** Median. */
  readonly seconds: number
  readonly instantiations: number
  /** Size of the TypeScript that was loaded, except for the standard libraries. */
  readonly megabytes: number
  readonly errors: number
}

export interface UserFigures {
  readonly program: Program
  readonly checked: Readonly<Record<Compiler, Checked>>
  /** Milliseconds until the language server responds after a line was added to the program. */
  readonly editMilliseconds: number
}

const CONFIG = `${JSON.stringify(
  {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2024', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: [],
    },
    files: ['program.ts'],
  },
  null,
  2,
)}\n`

interface Project {
  readonly program: Program
  readonly folder: string
}

/**
 * Measures how long programs with ten calls take to compile, in turn for several rounds, and how long an
 * editor takes to check them.
 */
export async function measureUsers(options: GenerationOptions): Promise<readonly UserFigures[]> {
  const projects = await makeProjects(options)
  const runs = new Map<Project, Record<Compiler, Checked[]>>(
    projects.map((project) => [project, { '5.9': [], '7': [] }]),
  )
  for (let round = 1; round <= options.rounds; round += 1)
    for (const [project, checks] of runs)
      for (const compiler of ['5.9', '7'] as const) {
        options.onRun(`round ${round} of ${options.rounds}: tsc ${compiler}, ${project.program.name}`)
        checks[compiler].push(await check(project, compiler, options))
      }
  const figures: UserFigures[] = []
  for (const [{ program, folder }, checks] of runs) {
    options.onRun(`language server, ${program.name}`)
    const server = join(options.peersFolder, 'node_modules', COMPILERS['5.9'], 'lib/tsserver.js')
    figures.push({
      program,
      checked: { '5.9': middle(checks['5.9']), '7': middle(checks['7']) },
      editMilliseconds: await editedFor({ server, file: join(folder, 'program.ts'), signal: options.signal }),
    })
  }
  return figures
}

/** Creates a project for each program, below the folder where its dependencies are installed. */
async function makeProjects(options: GenerationOptions): Promise<readonly Project[]> {
  const projects: Project[] = []
  for (const [index, program] of PROGRAMS.entries()) {
    const tool = [OWN, ...PEERS].find(({ id }) => id === program.tool)
    if (tool === undefined) continue
    options.onRun(`generating code for the ${program.name} program`)
    const folder = join(tool === OWN ? OWN_FOLDER : options.peersFolder, 'programs', String(index))
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'tsconfig.json'), CONFIG)
    writeFileSync(join(folder, 'program.ts'), program.text)
    const output = join(folder, 'generated')
    const failure = failureOf(await runTool(tool, output, options), output)
    if (failure !== undefined) throw new Error(`${tool.name} ${failure}`)
    projects.push({ program, folder })
  }
  return projects
}

async function check(
  { folder }: Project,
  compiler: Compiler,
  { peersFolder, signal }: GenerationOptions,
): Promise<Checked> {
  const tsc = join(peersFolder, 'node_modules', COMPILERS[compiler], 'bin/tsc')
  const args = [tsc, '-p', folder, '--extendedDiagnostics', '--listFiles']
  const { seconds, stdout } = await measure({ args, cwd: folder, signal })
  const lines = stdout.split('\n')
  const loaded = lines.filter((line) => line.startsWith('/') && !dirname(line).endsWith('/lib'))
  return {
    seconds,
    instantiations: Number(/^Instantiations:\s*(\d+)/m.exec(stdout)?.[1]),
    megabytes: loaded.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6,
    errors: lines.filter((line) => /error TS\d+/.test(line)).length,
  }
}

function middle(runs: readonly Checked[]): Checked {
  const of = (figure: keyof Checked) => median(runs.map((run) => run[figure]))
  return {
    seconds: of('seconds'),
    instantiations: of('instantiations'),
    megabytes: of('megabytes'),
    errors: of('errors'),
  }
}
