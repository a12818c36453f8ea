// Written by "npm run docs" from the declarations beside it. Do not edit.
import type { MemberNaming } from '../../model/naming/name-members.ts'
import type { OperationNaming } from '../../model/naming/name-operations.ts'
import type { ParameterNaming } from '../../model/naming/parameter-names.ts'
import type { TagNaming } from '../../model/naming/tag-naming.ts'
import type { TypeNaming } from '../../model/naming/type-names.ts'
import type { OwnOutput } from '../../outputs/declaration/output.ts'
import type { Output } from '../../outputs/outputs.ts'
import type { IdentityConfig, SignConfig } from './credential.ts'
import type { FormatConfig } from './formats.ts'
import type { OwnRule } from './own-rule.ts'
import type { Text } from './secret.ts'

/** Patterns that select operations. "*" matches any string. */
export interface FilterPatterns {
  /** Tags: `pets`. */
  readonly tags?: readonly string[]
  /** OperationIds, or methods with paths: `listPets`, `GET /pets`, `GET *`; for a webhook, its name. */
  readonly operations?: readonly string[]
  /** Path templates: `/pets/{petId}`, `/pets*`. */
  readonly paths?: readonly string[]
}

/** The operations to keep, with the components that they need. */
export interface FiltersConfig {
  /** Keep only operations that match at least one pattern in each given list. */
  readonly include?: FilterPatterns
  /** Omit operations that match any of these patterns. */
  readonly exclude?: FilterPatterns
}

/** The identities that send requests. */
export interface IdentitiesConfig {
  /** Sends all requests that do not need another identity. */
  readonly main?: IdentityConfig
  /** Another tenant, which tries to access the data of `main`. */
  readonly other?: IdentityConfig
  /** Receives credentials with chosen scopes. */
  readonly scoped?: IdentityConfig
  /** Is allowed only to read; the server should reject its writes. */
  readonly reader?: IdentityConfig
}

/** Certificates for a TLS connection, as PEM files. */
export interface TlsConfig {
  /** The client's certificate, for `mutualTLS`. */
  readonly certificate?: string
  /** The client's private key. */
  readonly key?: string
  /** The passphrase of the private key. */
  readonly passphrase?: Text
  /** Trusted certificate authorities, instead of Node's own. */
  readonly authority?: string
}

/** Settings for individual operations. */
export interface OperationConfig {
  /** Time limit per request, in milliseconds. */
  readonly timeout?: number
  /** Maximum requests per second, for these operations together. */
  readonly rate?: number
  /** Credentials of `main`, by security scheme name. */
  readonly credentials?: Readonly<Record<string, Text>>
}

/** Settings for testing a server with `concordat verify` and the generated tests. */
export interface VerifyConfig {
  /** Select these operations: `listPets`, `GET /pets`; `*` matches any string. Also `--operation`. */
  readonly operations?: readonly string[]
  /** Select these paths: `/pets/{petId}`, `/v2/*`. Also `--path`. */
  readonly paths?: readonly string[]
  /** Select these methods: `GET`. Also `--method`. */
  readonly methods?: readonly string[]
  /** Select these tags. Also `--tag`. */
  readonly tags?: readonly string[]
  /** Select these rules or rule families. Also `--rule`. */
  readonly rules?: readonly string[]
  /** Rules of your own, created with `defineRule`. */
  readonly ownRules?: readonly OwnRule[]
  /**
   * Select findings with these grades. Default: all, except `decided` if the command line has overlays. Also
   * `--grade`, `CONCORDAT_GRADES`.
   */
  readonly grades?: readonly ('documented' | 'derived' | 'decided')[]
  /** Skip these operations; other checks can still call those that only read. Also `--skip-operation`. */
  readonly skipOperations?: readonly string[]
  /** Skip these paths. Also `--skip-path`. */
  readonly skipPaths?: readonly string[]
  /** Skip these tags. Also `--skip-tag`. */
  readonly skipTags?: readonly string[]
  /** Skip deprecated operations. Also `--skip-deprecated`. */
  readonly skipDeprecated?: boolean
  /** Skip these rules or rule families. Also `--skip-rule`. */
  readonly skipRules?: readonly string[]
  /**
   * The credentials of each identity. Also `CONCORDAT_KEY`, `CONCORDAT_CREDENTIAL_<SCHEME>`,
   * `CONCORDAT_OTHER_KEY`, `CONCORDAT_READ_KEY`, `CONCORDAT_KEY_COMMAND`.
   */
  readonly identities?: IdentitiesConfig
  /**
   * A Web Fuzzing Commons authentication file; its first two users become `main` and `other`. Also
   * `--auth-file`.
   */
  readonly authFile?: string
  /** Certificates for TLS connections. */
  readonly tls?: TlsConfig
  /** Headers to send with every request. Also `--header`. */
  readonly headers?: Readonly<Record<string, Text>>
  /** A function or shell command that signs each request. Also `--sign`. */
  readonly sign?: SignConfig
  /** Settings of individual operations: `listPets`, `GET /pets*`; later entries override earlier ones. */
  readonly perOperation?: Readonly<Record<string, OperationConfig>>
  /**
   * Path parameter values for reads and for parents of new items: `{ project_id: "7" }`; `persons_id` stands
   * for the `id` in `/persons/{id}`. Also `--path-value`, `CONCORDAT_PATH_<PARAMETER>`.
   */
  readonly pathParameters?: Readonly<Record<string, string>>
  /**
   * Path parameter values for the `other` identity. Also `--other-path-value`,
   * `CONCORDAT_OTHER_PATH_<PARAMETER>`.
   */
  readonly otherPathParameters?: Readonly<Record<string, string>>
  /**
   * Existing items that the run may change and delete: `/pets/7`. Also `--expendable`,
   * `CONCORDAT_EXPENDABLE`.
   */
  readonly expendable?: readonly string[]
  /** Send only GET, HEAD and OPTIONS. Also `--read-only`. */
  readonly readOnly?: boolean
  /** Change, but never delete, existing items if the run cannot create its own. Also `--change-existing`. */
  readonly changeExisting?: boolean
  /**
   * Call these operations, which the run otherwise leaves alone because they might do harm. Also `--allow`.
   */
  readonly allow?: readonly string[]
  /** Allow the run to break the server, but not to affect credentials. Also `--disposable`. */
  readonly disposable?: boolean
  /** Maximum requests per second. Default: as fast as the server responds. Also `--rate`. */
  readonly rate?: number
  /** Maximum simultaneous reads in each job. Default: 4. Also `--concurrency`. */
  readonly concurrency?: number
  /** Number of parallel parts of a run; each creates its own parent items. Default: 1. Also `--jobs`. */
  readonly jobs?: number
  /** Time limit per request, in milliseconds. Default: 10000. Also `--timeout`. */
  readonly timeout?: number
  /** End the run after this many requests, not counting the cleanup. Also `--max-requests`. */
  readonly maxRequests?: number
  /** End the run after this time: seconds, `90s` or `5m`. Also `--max-time`. */
  readonly maxTime?: number | string
  /**
   * Approximate maximum requests per operation; `exhaustive`, or `Infinity` in a configuration, removes the
   * limit. Default: 80. Also `--budget`, `CONCORDAT_BUDGET`.
   */
  readonly budget?: number
  /**
   * A string that determines the test cases and values. Default: `concordat`, or `mock` for mocks. Also
   * `--seed`, `CONCORDAT_SEED`.
   */
  readonly seed?: string
  /**
   * Allow or report response properties that the schema lacks. Default: allow. Also `--undocumented-fields`.
   */
  readonly undocumentedFields?: 'allow' | 'report'
  /** The file of known failures. Also `--baseline`. */
  readonly baseline?: string
}

/** One document and where its outputs go. Paths are relative to the configuration file. */
export interface Config {
  /**
   * The OpenAPI document: a file or a URL (cached in `node_modules/.cache`); `--document` replaces the whole
   * configuration, and `-` is standard input. Also `--document`.
   */
  readonly document: string
  /** Headers for fetching a remote document, sent only to its origin. Also `--document-header`. */
  readonly documentHeaders?: Readonly<Record<string, Text>>
  /**
   * Other URLs that a `$ref` may point to, with headers: `{ "https://example.com/a/": { Authorization: { env:
   * "TOKEN" } } }`; a final `/` allows all files under the URL. Default: those under the URL of a remote
   * document. Also `--remote`.
   */
  readonly remotes?: Readonly<Record<string, Readonly<Record<string, Text>>>>
  /** OpenAPI Overlays 1.0, applied in the given order. Also `--overlay`. */
  readonly overlays?: readonly string[]
  /**
   * The folder that contains every file to which a `$ref` may point. Default: the document's folder. Also
   * `--root`.
   */
  readonly root?: string
  /** Honor `nullable` next to a `$ref`, although OpenAPI 3.0 ignores it. Also `--nullable-references`. */
  readonly nullableReferences?: boolean
  /** Treat warnings with a "Read as" line as errors. Also `--strict`. */
  readonly strict?: boolean
  /**
   * Operations that every command uses: `{ include: { tags: ["pets"] } }`; the `generate` options `--tag`,
   * `--operation`, `--path` and `--skip-…` replace the filters. Default: all.
   */
  readonly filters?: FiltersConfig
  /**
   * The folder for generated files; `--output` requires `--document`, except in `init`. Default: `generated`,
   * if the command line names the document. Also `--output`.
   */
  readonly output: string
  /**
   * Names of [outputs](outputs.md), or your own functions. `document`: the whole document in one file, as
   * OpenAPI 3, with overlays applied; `types`: types for schemas, requests and responses; `client`: a client
   * with a function for each operation; `server`: handler types, and an app that serves the handlers;
   * `webhooks`: an app that receives webhooks and callbacks, and a client that sends both; `contract`: a
   * Vitest file for each tag; `operations`: the document as data for servers, contract tests and mocks;
   * `openapi`: `paths`, `components` and `operations` as openapi-typescript prints them; `fetch`: a client
   * for openapi-fetch; `schemas`: a Standard Schema for each schema; `responses`: each operation's response
   * schemas, for the client's `validate`; `query`: TanStack Query options for each operation; `swr`: SWR keys
   * and fetchers for each operation; `msw`: Mock Service Worker handlers that share one stateful mock;
   * `factories`: for each schema, a function that creates valid test values; `reference`: a self-contained
   * page with all operations and schemas; `valibot`: valibot schemas for named schemas, parameters and most
   * unnamed JSON bodies; `zod`: zod schemas for named schemas, parameters and most unnamed JSON bodies.
   * Default: `types`, `client`, `server`, `webhooks` and `contract`. Also `--outputs`.
   */
  readonly outputs?: readonly (Output | OwnOutput)[]
  /** The name of the function in `client.ts` that creates a client. Default: createClient. */
  readonly name?: string
  /**
   * Operation names: `camelCase`, or a function of `{ operationId, method, path, tags }`. Default: the
   * operationId, or method and path, as an identifier.
   */
  readonly operationNames?: OperationNaming
  /** Parameter names: `camelCase`, or a function of `{ name, in }`. Default: as in the document. */
  readonly parameterNames?: ParameterNaming
  /** Property names: `camelCase`, or a function of `{ name }`. Default: as in the document. */
  readonly memberNames?: MemberNaming
  /**
   * Type, validator and factory names: a function of `{ name }`. Default: the schema names, in PascalCase.
   */
  readonly typeNames?: TypeNaming
  /** Tag, client group and file names: a function of `{ name }`. Default: as in the document. */
  readonly tagNames?: TagNaming
  /**
   * `unions` (`"sold" | …`), `objects` (`PetStatus.Sold`, named by `x-enum-varnames` or the values), or
   * `open` (unions that allow other response values). Default: unions.
   */
  readonly enums?: 'unions' | 'objects' | 'open'
  /**
   * Types of values by format: `{ "date-time": "Date", int64: "bigint" }`. Default: as in JSON. Also
   * `--format`.
   */
  readonly formats?: Readonly<Record<string, FormatConfig>>
  /**
   * The module that exports `Temporal`, such as `temporal-polyfill`. Default: the global `Temporal`. Also
   * `--temporal`.
   */
  readonly temporal?: string
  /**
   * The time zone of dates without an offset: `Europe/Berlin`, `UTC`. Default: none: a missing offset is an
   * error. Also `--time-zone`.
   */
  readonly timeZone?: string
  /**
   * Allow optional properties to be `undefined` under `exactOptionalPropertyTypes`. Also `--allow-undefined`.
   */
  readonly allowUndefined?: boolean
  /**
   * The TanStack Query package, which gives `getQueryData` its types: `@tanstack/react-query`. Also
   * `--query-package`.
   */
  readonly queryPackage?: string
  /**
   * Extras in zod and valibot schemas: `coerce` converts parameter strings, and `defaults` fills in defaults.
   */
  readonly validators?: readonly ('coerce' | 'defaults')[]
  /** Middleware for clients that set none, outermost first. */
  readonly middlewares?: readonly ('retry' | 'refresh')[]
  /** The extension of imports. Default: the one that your tsconfig.json needs, or `.ts`. */
  readonly importExtension?: '.ts' | '.js' | ''
  /** `package` imports the runtime from `@concordat/runtime`; `inline` copies it. Default: package. */
  readonly runtime?: 'package' | 'inline'
  /**
   * Documented media types that the server accepts (`image/*`); the server rejects others with 415. Default:
   * all documented ones.
   */
  readonly serverMediaTypes?: readonly string[]
  /** Settings for testing a server. */
  readonly verify?: VerifyConfig
}
