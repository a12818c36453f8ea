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
   * Packages that the generator needs; `production` contains those that its client needs. Each is the name of
   * one of our folders in `dist/`, or a package from the registry.
   */
  readonly development: readonly string[]
  readonly production: readonly string[]
  /** Arguments that print the help for each command. */
  readonly helps: readonly (readonly string[])[]
}

const peer = (
  id: ToolId,
  packages: readonly PackageName[],
  helps: readonly (readonly string[])[] = [],
): Subject => {
  const tool = PEERS.find((one) => one.id === id)
  if (tool === undefined) throw new Error(`The benchmark has no tool "${id}".`)
  // These tools' clients need no packages: they are self-contained, or need only `fetch`.
  return { tool, name: tool.name, development: packages, production: [], helps }
}

/** The first is ours. */
export const SUBJECTS: readonly Subject[] = [
  {
    // The tool is started from the folder whose size is measured.
    tool: { ...OWN, script: 'concordat/generator/cli.js' },
    name: OWN.name,
    // All packages are listed, because npm does not find our other packages in the registry. A project would
    // install only the first one.
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

/** A small document from this repository. */
export const DOCUMENT = join(import.meta.dirname, '../../test/e2e/package/petstore.yaml')
