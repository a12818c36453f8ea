import { ROLE_NAMES } from '../outputs/outputs.ts'
import { CONFIG_FILE } from './config-file.ts'
import type { CommandName } from './declaration/commands.ts'
import type { Option } from './declaration/option.ts'
import { flagKind, listKind, notRunKind, oneOfKind, pathKind, textKind } from './kinds/kinds.ts'

/** Commands that read a configuration if no document is given. */
const WITH_CONFIGURATION = [
  'generate',
  'stubs',
  'decisions',
  'contract',
  'verify',
  'proxy',
  'repair',
  'mock',
  'mcp',
] as const satisfies readonly CommandName[]

/** Options of the command line that the configuration cannot contain. */
export const COMMAND_OPTIONS = {
  config: {
    kind: pathKind,
    means: 'the configuration file',
    fallback: { text: `${CONFIG_FILE}, or the same name with .json, .yaml or .yml` },
    flag: { name: 'config', value: 'FILE', commands: WITH_CONFIGURATION, replay: 'as-given' },
    topic: 'document',
  },
  role: {
    kind: oneOfKind(...ROLE_NAMES),
    means: 'your use of the service (`call`, `build` or `test`), which selects outputs and packages',
    fallback: { words: "depends on the project's files; in a terminal, `init` asks" },
    flag: { name: 'role', value: 'ROLE', commands: ['init'] },
    topic: 'output',
  },
  example: {
    kind: flagKind,
    means: 'write a small `openapi.yaml` to start with',
    flag: { name: 'example', commands: ['init'] },
    topic: 'document',
  },
  package: {
    kind: flagKind,
    means: 'prepare the folder for publishing the client as a package',
    flag: { name: 'package', commands: ['init'] },
    topic: 'output',
  },
  check: {
    kind: flagKind,
    means: 'write nothing, and exit with 1 if a file is out of date',
    flag: { name: 'check', commands: ['generate', 'decisions'] },
    topic: 'run',
  },
  watch: {
    kind: flagKind,
    means: 'generate again whenever a document changes',
    flag: { name: 'watch', commands: ['generate'] },
    topic: 'run',
  },
  key: {
    kind: textKind,
    means:
      'the key or token, or `USER:PASSWORD` for HTTP basic; `CONCORDAT_KEY` keeps it out of process lists',
    flag: { name: 'key', value: 'KEY', commands: ['verify'], replay: 'hidden' },
    variable: 'CONCORDAT_KEY',
    topic: 'requests',
  },
  ca: {
    kind: pathKind,
    means: "a PEM file with the server's certificate authority or self-signed certificate",
    flag: { name: 'ca', value: 'FILE', commands: ['verify'], replay: 'as-given' },
    topic: 'requests',
  },
  har: {
    kind: listKind(pathKind, 'paths'),
    means:
      'read recorded traffic from an HTTP Archive instead of sending requests; BASE_URL selects the server',
    flag: { name: 'har', value: 'FILE', commands: ['verify', 'repair'] },
    topic: 'run',
  },
  propose: {
    kind: textKind,
    means: 'write an overlay that makes the document match the server; `-` is standard output',
    flag: { name: 'propose', value: 'FILE', commands: ['verify', 'proxy', 'repair'] },
    topic: 'results',
  },
  questions: {
    kind: oneOfKind('document', 'server'),
    means: 'the side to consider wrong if the traffic does not show which one is: `document` or `server`',
    fallback: { words: '`server`; in a terminal, Concordat asks' },
    flag: { name: 'questions', value: 'WHO', commands: ['verify', 'proxy', 'repair'] },
    topic: 'results',
  },
  report: {
    kind: listKind(textKind, 'strings'),
    means:
      'write a report as html, json, junit, sarif, markdown, changelog (`diff`), ctrf (`verify`, `proxy`), har or http (`verify` without `--har`); FILE `-` is standard output',
    flag: { name: 'report', value: 'FORMAT=FILE', commands: ['verify', 'proxy', 'diff'] },
    topic: 'results',
  },
  source: {
    kind: pathKind,
    means: 'the file to which reports attribute findings if the document comes from the server',
    fallback: { words: 'the document that was read' },
    flag: { name: 'source', value: 'FILE', commands: ['verify', 'proxy'] },
    topic: 'results',
  },
  plan: {
    kind: flagKind,
    means: 'print what each operation needs and what provides it, without testing',
    flag: { name: 'plan', commands: ['verify'] },
    topic: 'selection',
  },
  failOnNotRun: {
    kind: notRunKind,
    means:
      'exit with 1 if any check did not run or, with SHARE, if more than this share of all checks (0 to 1) did not run',
    flag: { name: 'fail-on', value: 'not-run[=SHARE]', commands: ['verify', 'proxy'] },
    topic: 'results',
  },
  writeBaseline: {
    kind: flagKind,
    means: 'write the current failures to the `--baseline` file',
    flag: { name: 'write-baseline', commands: ['verify'] },
    topic: 'results',
  },
  quiet: {
    kind: flagKind,
    means: 'print only failures',
    flag: { name: 'quiet', short: 'q', commands: 'all' },
    topic: 'results',
  },
  json: {
    kind: flagKind,
    means: 'print the outcome as one JSON object, including problems',
    flag: { name: 'json', commands: 'all' },
    topic: 'results',
  },
  help: {
    kind: flagKind,
    means: 'describe the command and its options',
    flag: { name: 'help', short: 'h', commands: 'all' },
    topic: 'help',
  },
  version: {
    kind: flagKind,
    means: 'print the version',
    flag: { name: 'version', short: 'v', commands: 'all' },
    topic: 'help',
  },
} as const satisfies Readonly<Record<string, Option>>
