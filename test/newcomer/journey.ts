import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../e2e/package/packed.ts'
import { COMPILERS } from '../e2e/package/projects.ts'
import type { Manager } from './manager.ts'
import type { Terminal } from './terminal.ts'

/** A newcomer's steps, and the compilers for each, in the order of the table's columns. */
export const WANTED = ['call', 'serve', 'report'] as const
export const GOALS = [...WANTED, ...COMPILERS.map(({ version }) => `tsc ${version}`)]

/** "works", or the reason why not, by goal. */
export type Outcome = Readonly<Record<string, string>>

export interface JourneyOptions {
  /** A folder that contains only the installed packages. */
  readonly terminal: Terminal
  readonly manager: Pick<Manager, 'run' | 'node' | 'withoutCompilers'>
  /** Default: all goals. */
  readonly goals?: readonly string[]
  /** Absolute path. */
  readonly document: string
}

/** The settings that Node's documentation recommends for programs that Node runs without a compiler. */
const TSCONFIG = {
  compilerOptions: {
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    rewriteRelativeImportExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['*.ts', 'handlers', 'generated'],
}

/**
 * Goes from a document to a typed call, a served handler and a report, using only what the commands print:
 * the programs come from `init`.
 */
export async function journey({
  terminal,
  manager,
  document,
  goals = GOALS,
}: JourneyOptions): Promise<Outcome> {
  const name = basename(document)
  const concordat = `${manager.run} concordat`
  copyFileSync(document, join(terminal.folder, name))
  terminal.write('tsconfig.json', `${JSON.stringify(TSCONFIG, null, 2)}\n`)
  let said = ''
  const clientText = (): string => readFileSync(join(terminal.folder, 'generated/client.ts'), 'utf8')
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    async call() {
      said = await terminal.run(`${concordat} init --role call`)
      const call = programOf(said, 'To call, for instance:')
      if (call.includes('{ … }')) throw new Error(`The call that init shows needs arguments: ${call}`)
      await terminal.serve(`${concordat} mock ${name} --port 0`, async (origin) => {
        terminal.write('main.ts', printing(addressed(call, clientText(), origin)))
        await terminal.run(`${manager.node} main.ts`)
      })
    },
    async serve() {
      const call = programOf(said, 'To call, for instance:')
      terminal.remove('concordat.config.ts')
      const built = await terminal.run(`${concordat} init --role build`)
      // Normally another project calls the service; here, its client is in the same folder.
      await terminal.run(
        `${concordat} generate --document ${name} --output generated --outputs client,server`,
      )
      const [command = '', ...program] = programOf(built, 'To serve:').split('\n')
      await terminal.run(command.replace(/^npx/, manager.run))
      terminal.write('server.ts', served(program.join('\n')))
      await terminal.serve(`${manager.node} server.ts`, async (origin) => {
        terminal.write('main.ts', printing(addressed(call, clientText(), origin)))
        // The handler is a stub, whose message proves that it was reached.
        const text = await terminal.run(`${manager.node} main.ts`, [1])
        if (!text.includes('is not implemented yet')) throw new Error(text)
      })
    },
    async report() {
      terminal.remove('concordat.config.ts')
      await terminal.run(`${concordat} init --role test`)
      await terminal.serve(`${concordat} mock ${name} --port 0`, async (origin) => {
        const verify = `${concordat} verify ${origin} --report html=report.html`
        const text = await terminal.run(verify, [0, 1, 2])
        const [, asked] = /Fix: provide one .*--key (KEY|USER:PASSWORD)/.exec(text) ?? []
        if (asked !== undefined)
          await terminal.run(`${verify} --key ${asked === 'KEY' ? 'YOUR-KEY' : 'YOU:YOUR-KEY'}`, [0, 1])
        if (!existsSync(join(terminal.folder, 'report.html'))) throw new Error('There is no report.')
      })
    },
    ...Object.fromEntries(
      COMPILERS.map(({ version, program }) => [
        `tsc ${version}`,
        async () => {
          if (manager.withoutCompilers !== undefined) return `– (${manager.withoutCompilers})`
          return terminal.run(`node ${join(root, program)} -p .`).then(() => undefined)
        },
      ]),
    ),
  }
  const outcome: Record<string, string> = {}
  for (const goal of goals) outcome[goal] = await outcomeOf(ways[goal])
  return outcome
}

async function outcomeOf(goal: (() => Promise<unknown>) | undefined): Promise<string> {
  try {
    const remark = await goal?.()
    return typeof remark === 'string' ? remark : 'works'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns the indented lines below a heading in a command's output. */
function programOf(text: string, heading: string): string {
  const [, after] = text.split(`${heading}\n`)
  if (after === undefined) throw new Error(`Nothing stands under "${heading}" in:\n${text}`)
  const lines = after.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('  '))
  return lines
    .slice(0, end === -1 ? undefined : end)
    .map((line) => line.slice(2))
    .join('\n')
}

/**
 * Replaces the servers in documents, which belong to other people; only their paths are kept for the server
 * that is called.
 */
function addressed(program: string, client: string, origin: string): string {
  const [, shown] =
    /baseUrl: '([^']*)'/.exec(program) ?? /^export const servers = \[\{ url: '([^']*)'/m.exec(client) ?? []
  const path = shown === undefined ? '' : new URL(shown, origin).pathname.replace(/\/$/, '')
  return program.replace(
    /createClient\(\{ ?(?:baseUrl: '[^']*',?)?(.*)\}\)/,
    `createClient({ baseUrl: '${origin}${path}', $1})`,
  )
}

function printing(program: string): string {
  return `${program.replace(/^await (.*)$/m, 'console.log(await $1)')}\n`
}

/** Changes the program so that it listens on a free port and prints its URL. */
function served(program: string): string {
  return `${program.replace(/^await (serve\(.*), \{ port: 8000 \}\)$/m, 'const { url } = await $1, { port: 0 })\nconsole.log(url)')}\n`
}
