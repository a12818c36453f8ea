import type { CommandName } from '../declaration/commands.ts'
import { type ObjectKind, objectOf } from '../declaration/object.ts'
import type { Option } from '../declaration/option.ts'
import { header } from '../kinds/entries.ts'
import { flag, identifier, list, oneOf, path, pathOrAddress, record, text } from '../kinds/kinds.ts'
import type { Config } from './config-types.ts'
import { filters } from './filters.ts'
import { formats } from './formats.ts'
import { outputs } from './outputs.ts'
import { secret } from './secret.ts'
import { verify } from './verify-options.ts'

/** The commands that read or write an output. */
const WITH_OUTPUT: readonly CommandName[] = ['init', 'generate', 'stubs', 'contract']

/** The members of a configuration: one document and where its outputs go. */
export const CONFIG_OPTIONS = {
  document: {
    kind: pathOrAddress,
    isRequired: true,
    means:
      'the OpenAPI document, YAML or JSON: a file, or its address (`https://…`), of which a copy is kept in `node_modules/.cache`; on the command line it takes the place of a configuration',
    flag: { name: 'document', value: 'FILE', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  documentHeaders: {
    kind: record(secret, header),
    means: 'headers that a document of the network is asked for with; no other origin gets them',
    flag: { name: 'document-header', value: '"NAME: VALUE"', commands: 'all', replay: 'without-secret' },
    topic: 'document',
  },
  overlays: {
    kind: list(path, 'paths'),
    means: 'OpenAPI Overlays 1.0, applied in this order',
    flag: { name: 'overlay', value: 'FILE', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  root: {
    kind: pathOrAddress,
    means:
      'the folder, or the address of one, that every file is below that a `$ref` leads to; no other is read',
    fallback: { words: 'the folder of the document' },
    flag: { name: 'root', value: 'DIR', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  strict: {
    kind: flag,
    means: 'refuse a document with mistakes that are otherwise read in one stated way, each with a warning',
    fallback: { text: 'false' },
    flag: { name: 'strict', commands: ['generate'] },
    topic: 'document',
  },
  filters: {
    kind: filters,
    means:
      'which operations of the document there are for every command: `{ include: { tags: ["pets"] }, exclude: { paths: ["/internal/*"] } }`; outputs have these, what they need, and nothing else. `--tag`, `--operation`, `--path`, `--skip-tag`, `--skip-operation` and `--skip-path` of `generate` take its place',
    fallback: { words: 'all' },
    topic: 'document',
  },
  output: {
    kind: path,
    isRequired: true,
    means: 'folder of the generated files',
    fallback: { words: '`generated`, where the command line names the document' },
    flag: { name: 'output', value: 'DIR', commands: WITH_OUTPUT },
    topic: 'output',
  },
  outputs: {
    kind: outputs,
    means:
      'what is generated; every other brings `types` with it. `openapi` is `openapi.ts`: `paths`, `components` and `operations` as openapi-typescript prints them; `fetch` is that and `fetch.ts`, a client of openapi-fetch; `schemas`, `query` and `msw` are for other libraries, `reference` is a page of all operations, and a function is an output of your own: [outputs.md](outputs.md)',
    fallback: {
      words:
        '`types`, `client`, `server`, `webhooks` and `contract`; of `init`, what the packages of the project can use',
    },
    flag: { name: 'outputs', value: 'NAMES', commands: ['init', 'generate'] },
    topic: 'output',
  },
  name: {
    kind: identifier,
    means: 'name of the function in `client.ts` that makes a client',
    fallback: { text: 'createClient' },
    topic: 'output',
  },
  enums: {
    kind: oneOf('unions', 'objects', 'open'),
    means:
      'what a named schema is that lists its values: `type PetStatus = "sold" | …`, or an object `PetStatus.Sold` with that type beside it; its names come from `x-enum-varnames` or `x-enumNames`, else from the values; `open` is a union too, and what the client reads has any other value besides (`"sold" | (string & {})`, in `answers.ts`), while requests and servers know the listed ones alone',
    fallback: { text: 'unions' },
    topic: 'output',
  },
  formats: {
    kind: formats,
    means:
      'the types of values that have a format, by its name: `{ "date-time": "Date", int64: "bigint" }`, or `{ from, type, parse, serialize }`, the module of an own type and what it exports',
    fallback: { words: 'texts and numbers, as they travel' },
    flag: { name: 'format', value: 'NAME=TYPE', commands: ['generate'] },
    topic: 'output',
  },
  temporal: {
    kind: text,
    means: 'the module that exports `Temporal`, where it is not global: `temporal-polyfill`',
    fallback: { words: 'the global one' },
    flag: { name: 'temporal', value: 'MODULE', commands: ['generate'] },
    topic: 'output',
  },
  middlewares: {
    kind: list(oneOf('retry', 'refresh'), '"retry", "refresh"'),
    means:
      'middlewares of the clients that this function makes, where their own options name none; the first is the outermost',
    fallback: { words: 'none' },
    topic: 'output',
  },
  importExtension: {
    kind: oneOf('.ts', '.js', ''),
    means: 'how generated modules name one another: `./types.ts`, `./types.js` or `./types`',
    fallback: { words: 'what compiles by the tsconfig.json that counts for the output; without one `.ts`' },
    topic: 'output',
  },
  serverMediaTypes: {
    kind: list(text, 'media types'),
    means:
      'media types or ranges of request bodies that the server takes, of those that the document has (`application/json`, `image/*`): handlers have the types of these alone, others are answered 415. A body that has none of them keeps all',
    fallback: { words: 'all of the document' },
    topic: 'output',
  },
  verify: {
    kind: verify,
    means: 'how `concordat verify` and the generated tests test a server',
    topic: 'run',
  },
} as const satisfies Readonly<Record<string, Option>>

/** The default export of a configuration file, or one of several. */
export const config: ObjectKind<Config> = objectOf({
  type: 'Config',
  means: 'One document and where its outputs go. Paths are relative to the configuration file.',
  members: CONFIG_OPTIONS,
})
