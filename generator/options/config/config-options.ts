import { DEFAULT_OUTPUTS, OUTPUTS } from '../../outputs/outputs.ts'
import type { CommandName } from '../declaration/commands.ts'
import { type ObjectKind, objectKind } from '../declaration/object.ts'
import type { Option } from '../declaration/option.ts'
import { headerKind } from '../kinds/entries.ts'
import {
  byAddressKind,
  flagKind,
  identifierKind,
  listKind,
  memberNamingKind,
  oneOfKind,
  operationNamingKind,
  parameterNamingKind,
  pathKind,
  pathOrAddressKind,
  recordKind,
  tagNamingKind,
  textKind,
  timeZoneKind,
  typeNamingKind,
} from '../kinds/kinds.ts'
import type { Config } from './config-types.ts'
import { filtersKind } from './filters.ts'
import { formatsKind } from './formats.ts'
import { outputsKind } from './outputs.ts'
import { secretKind } from './secret.ts'
import { verifyKind } from './verify-options.ts'

/** The commands that read or write an output. */
const WITH_OUTPUT: readonly CommandName[] = ['init', 'generate', 'stubs', 'contract']

/** Properties of a configuration, which has one document and its outputs. */
export const CONFIG_OPTIONS = {
  document: {
    kind: pathOrAddressKind,
    isRequired: true,
    means:
      'the OpenAPI document: a file or a URL (cached in `node_modules/.cache`); `--document` replaces the whole configuration, and `-` is standard input',
    flag: { name: 'document', value: 'FILE', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  documentHeaders: {
    kind: recordKind(secretKind, headerKind),
    means: 'headers for fetching a remote document, sent only to its origin',
    flag: { name: 'document-header', value: '"NAME: VALUE"', commands: 'all', replay: 'without-secret' },
    topic: 'document',
  },
  remotes: {
    kind: byAddressKind(recordKind(secretKind)),
    means:
      'other URLs that a `$ref` may point to, with headers: `{ "https://example.com/a/": { Authorization: { env: "TOKEN" } } }`; a final `/` allows all files under the URL',
    fallback: { words: 'those under the URL of a remote document' },
    flag: { name: 'remote', value: 'ADDRESS', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  overlays: {
    kind: listKind(pathKind, 'paths'),
    means: 'OpenAPI Overlays 1.0, applied in the given order',
    flag: { name: 'overlay', value: 'FILE', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  root: {
    kind: pathOrAddressKind,
    means: 'the folder that contains every file to which a `$ref` may point',
    fallback: { words: "the document's folder" },
    flag: { name: 'root', value: 'DIR', commands: 'all', replay: 'as-given' },
    topic: 'document',
  },
  nullableReferences: {
    kind: flagKind,
    means: 'honor `nullable` next to a `$ref`, although OpenAPI 3.0 ignores it',
    flag: { name: 'nullable-references', commands: 'configured', replay: 'as-given' },
    topic: 'document',
  },
  strict: {
    kind: flagKind,
    means: 'treat warnings with a "Read as" line as errors',
    flag: { name: 'strict', commands: ['generate'] },
    topic: 'document',
  },
  filters: {
    kind: filtersKind,
    means:
      'operations that every command uses: `{ include: { tags: ["pets"] } }`; the `generate` options `--tag`, `--operation`, `--path` and `--skip-…` replace the filters',
    fallback: { words: 'all' },
    topic: 'document',
  },
  output: {
    kind: pathKind,
    isRequired: true,
    means: 'the folder for generated files; `--output` requires `--document`, except in `init`',
    fallback: { words: '`generated`, if the command line names the document' },
    flag: { name: 'output', value: 'DIR', commands: WITH_OUTPUT },
    topic: 'output',
  },
  outputs: {
    kind: outputsKind,
    means: `names of [outputs](outputs.md), or your own functions. ${OUTPUTS.map(({ name, means }) => `\`${name}\`: ${means}`).join('; ')}`,
    fallback: { words: listed(DEFAULT_OUTPUTS) },
    flag: { name: 'outputs', value: 'NAMES', commands: ['init', 'generate'] },
    topic: 'output',
  },
  name: {
    kind: identifierKind,
    means: 'the name of the function in `client.ts` that creates a client',
    fallback: { text: 'createClient' },
    topic: 'output',
  },
  operationNames: {
    kind: operationNamingKind,
    means: 'operation names: `camelCase`, or a function of `{ operationId, method, path, tags }`',
    fallback: { words: 'the operationId, or method and path, as an identifier' },
    topic: 'output',
  },
  parameterNames: {
    kind: parameterNamingKind,
    means: 'parameter names: `camelCase`, or a function of `{ name, in }`',
    fallback: { words: 'as in the document' },
    topic: 'output',
  },
  memberNames: {
    kind: memberNamingKind,
    means: 'property names: `camelCase`, or a function of `{ name }`',
    fallback: { words: 'as in the document' },
    topic: 'output',
  },
  typeNames: {
    kind: typeNamingKind,
    means: 'type, validator and factory names: a function of `{ name }`',
    fallback: { words: 'the schema names, in PascalCase' },
    topic: 'output',
  },
  tagNames: {
    kind: tagNamingKind,
    means: 'tag, client group and file names: a function of `{ name }`',
    fallback: { words: 'as in the document' },
    topic: 'output',
  },
  enums: {
    kind: oneOfKind('unions', 'objects', 'open'),
    means:
      '`unions` (`"sold" | …`), `objects` (`PetStatus.Sold`, named by `x-enum-varnames` or the values), or `open` (unions that allow other response values)',
    fallback: { text: 'unions' },
    topic: 'output',
  },
  formats: {
    kind: formatsKind,
    means: 'types of values by format: `{ "date-time": "Date", int64: "bigint" }`',
    fallback: { words: 'as in JSON' },
    flag: { name: 'format', value: 'NAME=TYPE', commands: ['generate'] },
    topic: 'output',
  },
  temporal: {
    kind: textKind,
    means: 'the module that exports `Temporal`, such as `temporal-polyfill`',
    fallback: { words: 'the global `Temporal`' },
    flag: { name: 'temporal', value: 'MODULE', commands: ['generate'] },
    topic: 'output',
  },
  timeZone: {
    kind: timeZoneKind,
    means: 'the time zone of dates without an offset: `Europe/Berlin`, `UTC`',
    fallback: { words: 'none: a missing offset is an error' },
    flag: { name: 'time-zone', value: 'ZONE', commands: ['generate'] },
    topic: 'output',
  },
  allowUndefined: {
    kind: flagKind,
    means: 'allow optional properties to be `undefined` under `exactOptionalPropertyTypes`',
    flag: { name: 'allow-undefined', commands: ['generate'] },
    topic: 'output',
  },
  queryPackage: {
    kind: textKind,
    means: 'the TanStack Query package, which gives `getQueryData` its types: `@tanstack/react-query`',
    flag: { name: 'query-package', value: 'PACKAGE', commands: ['generate'] },
    topic: 'output',
  },
  validators: {
    kind: listKind(oneOfKind('coerce', 'defaults'), '"coerce", "defaults"'),
    means:
      'extras in zod and valibot schemas: `coerce` converts parameter strings, and `defaults` fills in defaults',
    topic: 'output',
  },
  middlewares: {
    kind: listKind(oneOfKind('retry', 'refresh'), '"retry", "refresh"'),
    means: 'middleware for clients that set none, outermost first',
    topic: 'output',
  },
  importExtension: {
    kind: oneOfKind('.ts', '.js', ''),
    means: 'the extension of imports',
    fallback: { words: 'the one that your tsconfig.json needs, or `.ts`' },
    topic: 'output',
  },
  runtime: {
    kind: oneOfKind('package', 'inline'),
    means: '`package` imports the runtime from `@concordat/runtime`; `inline` copies it',
    fallback: { text: 'package' },
    topic: 'output',
  },
  serverMediaTypes: {
    kind: listKind(textKind, 'media types'),
    means: 'documented media types that the server accepts (`image/*`); the server rejects others with 415',
    fallback: { words: 'all documented ones' },
    topic: 'output',
  },
  verify: {
    kind: verifyKind,
    means: 'settings for testing a server',
    topic: 'run',
  },
} as const satisfies Readonly<Record<string, Option>>

/** A configuration: the default export of a file, or one item of an exported list. */
export const configurationKind: ObjectKind<Config> = objectKind({
  type: 'Config',
  means: 'One document and where its outputs go. Paths are relative to the configuration file.',
  members: CONFIG_OPTIONS,
})

/** "`types`, `client` and `server`" */
function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}
