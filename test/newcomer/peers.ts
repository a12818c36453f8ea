import { copyFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PACKAGES } from '../../bench/generators/peers.ts'
import { root } from '../e2e/package/packed.ts'
import type { Manager } from './manager.ts'
import type { Effort, Terminal } from './terminal.ts'

/** A tool that generates a typed client from a document: how it is installed and run. */
export interface ClientMaker {
  readonly name: string
  /** Packages as written on a command line. */
  readonly development: string
  readonly production: string
  /** Returns the command that generates the client into the folder "client". */
  generate(document: string): string
}

export const OURS = 'Concordat'

/** @param command our package with the command line, as a packed file. */
export function clientMakers(command: string): readonly ClientMaker[] {
  const typescript = `typescript@${PACKAGES.typescript}`
  return [
    {
      name: OURS,
      development: `${command} ${typescript}`,
      production: '@concordat/runtime',
      generate: (document) => `concordat init --role call --document ${document} --output client`,
    },
    {
      name: `hey-api ${PACKAGES['@hey-api/openapi-ts']}`,
      development: `@hey-api/openapi-ts@${PACKAGES['@hey-api/openapi-ts']}`,
      production: typescript,
      generate: (document) => `openapi-ts --no-log-file --input ${document} --output client`,
    },
    {
      name: `orval ${PACKAGES.orval}`,
      development: `orval@${PACKAGES.orval}`,
      production: typescript,
      generate: (document) => `orval --input ${document} --output client/api.ts --client fetch`,
    },
  ]
}

const TSCONFIG = {
  compilerOptions: {
    ...{ noEmit: true, strict: true, skipLibCheck: true, target: 'esnext', module: 'preserve' },
    ...{ moduleResolution: 'bundler', allowImportingTsExtensions: true, types: [] },
  },
  include: ['client'],
}

/** Goes from an empty folder to a client that compiles. @throws if a step fails. */
export async function makeClient(options: {
  readonly terminal: Terminal
  readonly manager: Manager
  readonly maker: ClientMaker
  readonly document: string
  readonly registry: string
}): Promise<Effort & { readonly files: number }> {
  const { terminal, manager, maker, document, registry } = options
  const name = basename(document)
  for (const [file, text] of Object.entries(manager.files(registry))) terminal.write(file, text)
  copyFileSync(document, join(terminal.folder, name))
  await terminal.run(manager.begin)
  await terminal.run(manager.install(maker))
  await terminal.run(`${manager.run} ${maker.generate(name)}`)
  const { effort } = terminal
  terminal.write('tsconfig.json', JSON.stringify(TSCONFIG))
  if (manager.withoutCompilers === undefined)
    await terminal.run(`node ${join(root, 'node_modules/typescript/bin/tsc')} -p .`)
  const made = readdirSync(join(terminal.folder, 'client'), { recursive: true, encoding: 'utf8' })
  return { ...effort, files: made.filter((file) => file.endsWith('.ts') || file.endsWith('.json')).length }
}
