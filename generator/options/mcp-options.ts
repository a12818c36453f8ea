import type { Option } from './declaration/option.ts'
import { flagKind, listKind, textKind } from './kinds/kinds.ts'

/** Options of `concordat mcp` in addition to those of the configuration. */
export const MCP_OPTIONS = {
  servers: {
    kind: listKind(textKind, 'addresses'),
    means: 'the base URL of a server that agents may test; they cannot test any other',
    flag: { name: 'server', value: 'BASE_URL', commands: ['mcp'] },
    topic: 'run',
  },
  writes: {
    kind: flagKind,
    means: 'let agents send requests that write, as `concordat verify` does; otherwise, they only read',
    flag: { name: 'writes', commands: ['mcp'] },
    topic: 'limits',
  },
} as const satisfies Readonly<Record<string, Option>>
