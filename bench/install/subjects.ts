import { join } from 'node:path'
import { COMMAND_NAMES } from '../../generator/options/declaration/commands.ts'
import { OWN } from '../generators/install-own.ts'
import { type PACKAGES, PEERS } from '../generators/peers.ts'
import type { Tool, ToolId } from '../generators/tool.ts'

type PackageName = keyof typeof PACKAGES

/** A tool as a project installs it, with its packages and commands. */
export interface Subject {
  readonly tool: Tool
  readonly name: string
  /**
   * Packages for the generator, and those that its client runs on: names of our folders in `dist/`, or
   * packages of the registry.
   */
  readonly development: readonly string[]
  readonly production: readonly string[]
  /** Arguments that ask for help with one command each. */
  readonly helps: readonly (readonly string[])[]
}

const peer = (
  id: ToolId,
  packages: readonly PackageName[],
  helps: readonly (readonly string[])[] = [],
): Subject => {
  const tool = PEERS.find((one) => one.id === id)
  if (tool === undefined) throw new Error(`The benchmark has no "${id}".`)
  // Their clients are written out whole, or need nothing but `fetch`.
  return { tool, name: tool.name, development: packages, production: [], helps }
}

/** The first is ours. */
export const SUBJECTS: readonly Subject[] = [
  {
    // It is started where its sizes are taken.
    tool: { ...OWN, script: 'concordat/generator/cli.js' },
    name: OWN.name,
    // npm does not find the others in the registry, so they are named; a project names the first alone.
    development: ['concordat', 'contract', 'mock', 'runtime'],
    production: ['runtime'],
    helps: COMMAND_NAMES.map((command) => [command, '--help']),
  },
  peer('hey-api', ['@hey-api/openapi-ts', 'typescript']),
  peer('orval', ['orval']),
  peer(
    'kubb',
    ['@kubb/cli', '@kubb/core', '@kubb/plugin-oas', '@kubb/plugin-ts', '@kubb/plugin-client'],
    [['generate', '--help']],
  ),
  peer('redocly', ['@redocly/cli'], [['generate-client', '--help']]),
]

/** A small document of this repository. */
export const DOCUMENT = join(import.meta.dirname, '../../test/e2e/package/petstore.yaml')
