import { DEFAULT_OUTPUTS, OUTPUTS } from '../../outputs/outputs.ts'
import type { CommandName } from '../declaration/commands.ts'
import { type ObjectKind, objectOf } from '../declaration/object.ts'
import type { Option } from '../declaration/option.ts'
import { header } from '../kinds/entries.ts'
import {
  byAddress,
  flag,
  identifier,
  list,
  memberNaming,
  oneOf,
  operationNaming,
  parameterNaming,
  path,
  pathOrAddress,
  record,
  tagNaming,
  text,
  timeZone,
  typeNaming,
} from '../kinds/kinds.ts'
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
      'the OpenAPI document, YAML or JSON: a file, or an address (`https://…`), of which a copy is kept in `node_modules/.cache`; on the command line it replaces the configuration, and `-` is the standard input',
    flag: { name: 'document', value: 'FILE', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  documentHeaders: {
    kind: record(secret, header),
    means: 'headers sent when fetching a document from the network; no other origin gets them',
    flag: { name: 'document-header', value: '"NAME: VALUE"', commands: 'all', replay: 'without-secret' },
    topic: 'document',
  },
  remotes: {
    kind: byAddress(record(secret)),
    means:
      'addresses that a `$ref` may lead to, each a file or, with a `/` at its end, all files below it, and the headers that it gets: `{ "https://schemas.example.com/": { Authorization: { env: "TOKEN" } } }`; a copy of each file is kept in `node_modules/.cache`',
    fallback: { words: 'none; for a document of the network, what lies below it' },
    flag: { name: 'remote', value: 'ADDRESS', commands: 'configured', replay: 'as-given' },
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
      'the folder, or its address, that contains every file a `$ref` may lead to; no file outside it is read',
    fallback: { words: 'the folder of the document' },
    flag: { name: 'root', value: 'DIR', commands: 'all', replay: 'as-given' },
    topic: 'document',
  },
  nullableReferences: {
    kind: flag,
    means:
      'whether `nullable` holds beside a `$ref`, and in a part of `allOf` that says nothing else, where OpenAPI 3.0 ignores it: for services that send null all the same',
    fallback: { text: 'false' },
    flag: { name: 'nullable-references', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  strict: {
    kind: flag,
    means: 'refuse mistakes that are otherwise read in one defined way, each with a warning',
    fallback: { text: 'false' },
    flag: { name: 'strict', commands: ['generate'] },
    topic: 'document',
  },
  filters: {
    kind: filters,
    means:
      'which operations every command sees: `{ include: { tags: ["pets"] }, exclude: { paths: ["/internal/*"] } }`; outputs contain these, what they need, and nothing else. The options `--tag`, `--operation`, `--path`, `--skip-tag`, `--skip-operation` and `--skip-path` of `generate` replace it',
    fallback: { words: 'all' },
    topic: 'document',
  },
  output: {
    kind: path,
    isRequired: true,
    means: 'the folder for generated files',
    fallback: { words: '`generated`, if the command line names the document' },
    flag: { name: 'output', value: 'DIR', commands: WITH_OUTPUT },
    topic: 'output',
  },
  outputs: {
    kind: outputs,
    means: `what to generate, with what it needs. ${OUTPUTS.map(({ name, means }) => `\`${name}\`: ${means}`).join('; ')}; a function: your own output, an \`OwnOutput\``,
    fallback: {
      words: `${listed(DEFAULT_OUTPUTS)}; for \`init\`, what the project's role and packages can use`,
    },
    flag: { name: 'outputs', value: 'NAMES', commands: ['init', 'generate'] },
    topic: 'output',
  },
  name: {
    kind: identifier,
    means: 'name of the function in `client.ts` that creates a client',
    fallback: { text: 'createClient' },
    topic: 'output',
  },
  operationNames: {
    kind: operationNaming,
    means:
      'how operations are called in code: `camelCase`, or a function of `{ operationId, method, path, tags }` that answers the name; requests, reports and options keep the operationId',
    fallback: { words: 'the operationId, if it is an identifier; otherwise in camelCase' },
    topic: 'output',
  },
  parameterNames: {
    kind: parameterNaming,
    means:
      'how parameters are called in requests, of clients and in handlers: `camelCase`, or a function of `{ name, in }` that answers the name; what travels, messages and reports keep the names of the document, as do parameters of one operation that would be called the same',
    fallback: { words: 'as the document calls them' },
    topic: 'output',
  },
  memberNames: {
    kind: memberNaming,
    means:
      'how members of objects are called in types, clients and handlers: `camelCase`, or a function of `{ name }` that answers the name; what travels, validators, messages and reports keep the names of the document, as do the keys of maps',
    fallback: { words: 'as the document calls them' },
    topic: 'output',
  },
  typeNames: {
    kind: typeNaming,
    means:
      'how the types of schemas are called: a function of `{ name }` that answers the name, which becomes PascalCase; all that is named after a type follows',
    fallback: { words: 'as the document calls the schemas, in PascalCase' },
    topic: 'output',
  },
  tagNames: {
    kind: tagNaming,
    means:
      'how tags are called in code: a function of `{ name }` that answers the name, after which the group of the client, in camelCase, and the files of the tag are called',
    fallback: { words: 'as the document calls them' },
    topic: 'output',
  },
  enums: {
    kind: oneOf('unions', 'objects', 'open'),
    means:
      'what a named enum becomes: `type PetStatus = "sold" | …`, or an object `PetStatus.Sold` together with that type, named by `x-enum-varnames` or another usual extension, by the titles of alternatives that are one value each, otherwise by the values; `open` is a union too, but responses that the client reads may have any other value (`"sold" | (string & {})`, in `answers.ts`), while requests and servers allow only the listed ones',
    fallback: { text: 'unions' },
    topic: 'output',
  },
  formats: {
    kind: formats,
    means:
      'the types of values with a format, by its name: `{ "date-time": "Date", int64: "bigint" }`, or, for your own type, its module and what it exports: `{ from, type, parse, serialize }`',
    fallback: { words: 'strings and numbers, as in JSON' },
    flag: { name: 'format', value: 'NAME=TYPE', commands: ['generate'] },
    topic: 'output',
  },
  temporal: {
    kind: text,
    means: 'the module that exports `Temporal`, if it is not global: `temporal-polyfill`',
    fallback: { words: 'the global one' },
    flag: { name: 'temporal', value: 'MODULE', commands: ['generate'] },
    topic: 'output',
  },
  timeZone: {
    kind: timeZone,
    means:
      'the time zone of a `date-time` without an offset that is to become a Date: `Europe/Berlin`, `UTC`; an instant cannot be told from such a text alone',
    fallback: { words: 'a `date-time` without an offset is an error' },
    flag: { name: 'time-zone', value: 'ZONE', commands: ['generate'] },
    topic: 'output',
  },
  allowUndefined: {
    kind: flag,
    means:
      'whether optional members of the types may also be `undefined`, for programs that TypeScript checks with `exactOptionalPropertyTypes` and that pass on what they may not have; it is sent no more than what is absent',
    fallback: { text: 'false' },
    flag: { name: 'allow-undefined', commands: ['generate'] },
    topic: 'output',
  },
  queryPackage: {
    kind: text,
    means:
      'the package of TanStack Query from which `query.ts` takes the types that tag its keys: `@tanstack/react-query`; `getQueryData` and `setQueryData` then know what a query holds',
    fallback: { words: 'none: keys do not tell what they lead to' },
    flag: { name: 'query-package', value: 'PACKAGE', commands: ['generate'] },
    topic: 'output',
  },
  validators: {
    kind: list(oneOf('coerce', 'defaults'), '"coerce", "defaults"'),
    means:
      'what schemas of zod and valibot do besides judging: `coerce` reads texts of parameters as the numbers, booleans and lists that they stand for, as generated servers do; `defaults` gives absent members and parameters their default',
    fallback: { words: 'nothing' },
    topic: 'output',
  },
  middlewares: {
    kind: list(oneOf('retry', 'refresh'), '"retry", "refresh"'),
    means:
      'middlewares of the clients that this function creates, unless their own options name some; the first is the outermost',
    fallback: { words: 'none' },
    topic: 'output',
  },
  importExtension: {
    kind: oneOf('.ts', '.js', ''),
    means: 'how generated modules import one another: `./types.ts`, `./types.js` or `./types`',
    fallback: { words: 'what compiles with the tsconfig.json that applies to the output; `.ts` without one' },
    topic: 'output',
  },
  serverMediaTypes: {
    kind: list(text, 'media types'),
    means:
      'the documented media types or ranges of request bodies that the server accepts (`application/json`, `image/*`): handlers have the types of these only, others get a 415. A body that has none of them keeps all of its own',
    fallback: { words: 'all documented ones' },
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

/** "`types`, `client` and `server`" */
function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}
