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

/** Patterns that select operations. "*" matches any text. */
export interface FilterPatterns {
  /** Tags: `pets`. */
  readonly tags?: readonly string[]
  /** OperationIds, or methods with paths: `listPets`, `GET /pets`, `GET *`; for a webhook, its name. */
  readonly operations?: readonly string[]
  /** Path templates: `/pets/{petId}`, `/pets*`. */
  readonly paths?: readonly string[]
}

/**
 * Which operations of the document exist, with what they need; all others are treated as if the document did not have
 * them.
 */
export interface FiltersConfig {
  /** Only operations that match one pattern of each list given. */
  readonly include?: FilterPatterns
  /** No operation that matches any of these patterns. */
  readonly exclude?: FilterPatterns
}

/** Who sends requests. */
export interface IdentitiesConfig {
  /** Sends all requests that do not need another identity. */
  readonly main?: IdentityConfig
  /** Belongs to another tenant: tries to reach what is not its own. */
  readonly other?: IdentityConfig
  /** Gets credentials with chosen scopes. */
  readonly scoped?: IdentityConfig
  /** May read what `main` reads but change nothing: its writes should be refused. */
  readonly reader?: IdentityConfig
}

/** Certificates of a TLS connection: PEM files. */
export interface TlsConfig {
  /** The client's certificate, for `mutualTLS`. */
  readonly certificate?: string
  /** Its key. */
  readonly key?: string
  /** The passphrase that encrypts the key. */
  readonly passphrase?: Text
  /** Trusted certificate authorities, instead of Node's own. */
  readonly authority?: string
}

/**
 * How `concordat verify` and the generated tests test a server. The environment overrides it, and the command line
 * overrides both.
 */
export interface VerifyConfig {
  /**
   * Only these operations, by operationId or as "GET /pets"; "*" matches any text, in tags and paths too. Also
   * `--operation`.
   */
  readonly operations?: readonly string[]
  /** Only operations of these paths: `/pets/{petId}`, `/v2/*`. Also `--path`. */
  readonly paths?: readonly string[]
  /** Only operations of these methods: `GET`. Also `--method`. */
  readonly methods?: readonly string[]
  /** Only operations with one of these tags. Also `--tag`. */
  readonly tags?: readonly string[]
  /** Only these rules, or families of rules. Also `--rule`. */
  readonly rules?: readonly string[]
  /** Your own rules, made with `defineRule`; `concordat verify` runs them after the others. */
  readonly ownRules?: readonly OwnRule[]
  /**
   * Only findings of these grades: `documented`, `derived`, or `decided` (stated only by an overlay). Default: all;
   * all but `decided` if the command line names overlays. Also `--grade`, `CONCORDAT_GRADES`.
   */
  readonly grades?: readonly ('documented' | 'derived' | 'decided')[]
  /** Leave out these operations. Also `--skip-operation`. */
  readonly skipOperations?: readonly string[]
  /** Leave out operations of these paths. Also `--skip-path`. */
  readonly skipPaths?: readonly string[]
  /** Leave out operations with one of these tags. Also `--skip-tag`. */
  readonly skipTags?: readonly string[]
  /** Leave out operations that are deprecated. Also `--skip-deprecated`. */
  readonly skipDeprecated?: boolean
  /** Leave out these rules, or families of rules. Also `--skip-rule`. */
  readonly skipRules?: readonly string[]
  /**
   * Who sends requests, and with which credentials. Also `CONCORDAT_KEY`, `CONCORDAT_CREDENTIAL_<SCHEME>`,
   * `CONCORDAT_OTHER_KEY`, `CONCORDAT_READ_KEY`, `CONCORDAT_KEY_COMMAND`.
   */
  readonly identities?: IdentitiesConfig
  /**
   * An authentication file of Web Fuzzing Commons: its first user is `main`, its second `other`. Also `--auth-file`.
   */
  readonly authFile?: string
  /** Certificates of the connection. */
  readonly tls?: TlsConfig
  /** Headers to send with every request. Also `--header`. */
  readonly headers?: Readonly<Record<string, Text>>
  /**
   * Signs each request just before it is sent: a function of the request that sets its headers or its query, or a
   * shell command that reads the request as JSON and prints the headers to set as JSON; requests to another origin
   * are not signed. Also `--sign`.
   */
  readonly sign?: SignConfig
  /**
   * Values of path parameters that a run can neither create nor discover, by name or by collection and name:
   * `persons_id`. Also `--path-value`, `CONCORDAT_PATH_<PARAMETER>`.
   */
  readonly pathParameters?: Readonly<Record<string, string>>
  /**
   * The same for the identity `other`: what its own paths begin with. Also `--other-path-value`,
   * `CONCORDAT_OTHER_PATH_<PARAMETER>`.
   */
  readonly otherPathParameters?: Readonly<Record<string, string>>
  /**
   * Paths of items that a run may change and delete, each once, if it cannot create any: `/pets/7`; adds to those
   * given elsewhere. Also `--expendable`, `CONCORDAT_EXPENDABLE`.
   */
  readonly expendable?: readonly string[]
  /** Send nothing but GET, HEAD and OPTIONS. Also `--read-only`. */
  readonly readOnly?: boolean
  /** Change, but never delete, existing items if the run cannot create its own. Also `--change-existing`. */
  readonly changeExisting?: boolean
  /**
   * Also send these operations, which the run lists as "left alone" because they write or start work beyond its own
   * items. Also `--allow`.
   */
  readonly allow?: readonly string[]
  /**
   * Leave nothing alone but what touches credentials, not even undocumented methods: the server may be broken. Also
   * `--disposable`.
   */
  readonly disposable?: boolean
  /** Maximum number of requests a second. Default: as fast as the server answers. Also `--rate`. */
  readonly rate?: number
  /**
   * Requests in progress at once, as long as none depends on another's response. Default: 4. Also `--concurrency`.
   */
  readonly concurrency?: number
  /** Parts of the document that `verify` tests in parallel, each with its own items. Default: 1. Also `--jobs`. */
  readonly jobs?: number
  /** Time limit of one request, in milliseconds. Default: 10000. Also `--timeout`. */
  readonly timeout?: number
  /** End the run after this many requests; clean-up requests are not counted. Also `--max-requests`. */
  readonly maxRequests?: number
  /**
   * End the run after this many seconds, or a time such as `90s` or `5m`, including its clean-up and its report. Also
   * `--max-time`.
   */
  readonly maxTime?: number | string
  /**
   * Maximum number of requests for each operation, over all rules; `exhaustive` (`Infinity` in a configuration) sends
   * every case. Default: 80. Also `--budget`, `CONCORDAT_BUDGET`.
   */
  readonly budget?: number
  /** Any string; a different one selects other cases and generates other values. Also `--seed`, `CONCORDAT_SEED`. */
  readonly seed?: string
  /**
   * Whether response members that the schema does not name are findings. Default: allow. Also
   * `--undocumented-fields`.
   */
  readonly undocumentedFields?: 'allow' | 'report'
  /**
   * The file of known failures, in YAML, or JSON by its name: they do not fail the run, but the run fails once one is
   * gone. Also `--baseline`.
   */
  readonly baseline?: string
}

/** One document and where its outputs go. Paths are relative to the configuration file. */
export interface Config {
  /**
   * The OpenAPI document, YAML or JSON: a file, or an address (`https://…`), of which a copy is kept in
   * `node_modules/.cache`; on the command line it replaces the configuration, and `-` is the standard input. Also
   * `--document`.
   */
  readonly document: string
  /** Headers sent when fetching a document from the network; no other origin gets them. Also `--document-header`. */
  readonly documentHeaders?: Readonly<Record<string, Text>>
  /**
   * Addresses that a `$ref` may lead to, each a file or, with a `/` at its end, all files below it, and the headers
   * that it gets: `{ "https://schemas.example.com/": { Authorization: { env: "TOKEN" } } }`; a copy of each file is
   * kept in `node_modules/.cache`. Default: none; for a document of the network, what lies below it. Also `--remote`.
   */
  readonly remotes?: Readonly<Record<string, Readonly<Record<string, Text>>>>
  /** OpenAPI Overlays 1.0, applied in this order. Also `--overlay`. */
  readonly overlays?: readonly string[]
  /**
   * The folder, or its address, that contains every file a `$ref` may lead to; no file outside it is read. Default:
   * the folder of the document. Also `--root`.
   */
  readonly root?: string
  /**
   * Whether `nullable` holds beside a `$ref`, and in a part of `allOf` that says nothing else, where OpenAPI 3.0
   * ignores it: for services that send null all the same. Default: false. Also `--nullable-references`.
   */
  readonly nullableReferences?: boolean
  /**
   * Refuse mistakes that are otherwise read in one defined way, each with a warning. Default: false. Also `--strict`.
   */
  readonly strict?: boolean
  /**
   * Which operations every command sees: `{ include: { tags: ["pets"] }, exclude: { paths: ["/internal/*"] } }`;
   * outputs contain these, what they need, and nothing else. The options `--tag`, `--operation`, `--path`,
   * `--skip-tag`, `--skip-operation` and `--skip-path` of `generate` replace it. Default: all.
   */
  readonly filters?: FiltersConfig
  /**
   * The folder for generated files. Default: `generated`, if the command line names the document. Also `--output`.
   */
  readonly output: string
  /**
   * What to generate, with what it needs. `document`: the whole document as one file, with overlays applied; `types`:
   * the types of schemas, requests and responses; `client`: a client, with a function for each operation; `server`:
   * the types of handlers, and the app that serves them; `webhooks`: an app that receives webhooks and callbacks, and
   * a client that sends them; `contract`: a test file for each tag, for vitest; `operations`: the document as data,
   * for servers, contract tests, mocks and the validation of responses; `openapi`: `paths`, `components` and
   * `operations` as openapi-typescript prints them; `fetch`: a client of openapi-fetch; `schemas`: a Standard Schema
   * for each schema; `responses`: the schemas of the responses of each operation, for the validation of what a client
   * is answered; `query`: options of TanStack Query for each operation; `swr`: keys and fetchers of SWR for each
   * operation; `msw`: handlers of Mock Service Worker, on one stateful mock; `factories`: a function for each schema
   * that makes valid values for tests; `reference`: a page of all operations and schemas; `valibot`: a schema of
   * valibot for each schema, and for parameters and bodies without a name; `zod`: a schema of zod for each schema,
   * and for parameters and bodies without a name; a function: your own output, an `OwnOutput`. Default: `types`,
   * `client`, `server`, `webhooks` and `contract`; for `init`, what the project's role and packages can use. Also
   * `--outputs`.
   */
  readonly outputs?: readonly (Output | OwnOutput)[]
  /** Name of the function in `client.ts` that creates a client. Default: createClient. */
  readonly name?: string
  /**
   * How operations are called in code: `camelCase`, or a function of `{ operationId, method, path, tags }` that
   * answers the name; requests, reports and options keep the operationId. Default: the operationId, if it is an
   * identifier; otherwise in camelCase.
   */
  readonly operationNames?: OperationNaming
  /**
   * How parameters are called in requests, of clients and in handlers: `camelCase`, or a function of `{ name, in }`
   * that answers the name; what travels, messages and reports keep the names of the document, as do parameters of one
   * operation that would be called the same. Default: as the document calls them.
   */
  readonly parameterNames?: ParameterNaming
  /**
   * How members of objects are called in types, clients and handlers: `camelCase`, or a function of `{ name }` that
   * answers the name; what travels, validators, messages and reports keep the names of the document, as do the keys
   * of maps. Default: as the document calls them.
   */
  readonly memberNames?: MemberNaming
  /**
   * How the types of schemas are called: a function of `{ name }` that answers the name, which becomes PascalCase;
   * all that is named after a type follows. Default: as the document calls the schemas, in PascalCase.
   */
  readonly typeNames?: TypeNaming
  /**
   * How tags are called in code: a function of `{ name }` that answers the name, after which the group of the client,
   * in camelCase, and the files of the tag are called. Default: as the document calls them.
   */
  readonly tagNames?: TagNaming
  /**
   * What a named enum becomes: `type PetStatus = "sold" | …`, or an object `PetStatus.Sold` together with that type,
   * named by `x-enum-varnames` or another usual extension, by the titles of alternatives that are one value each,
   * otherwise by the values; `open` is a union too, but responses that the client reads may have any other value
   * (`"sold" | (string & {})`, in `answers.ts`), while requests and servers allow only the listed ones. Default:
   * unions.
   */
  readonly enums?: 'unions' | 'objects' | 'open'
  /**
   * The types of values with a format, by its name: `{ "date-time": "Date", int64: "bigint" }`, or, for your own
   * type, its module and what it exports: `{ from, type, parse, serialize }`. Default: strings and numbers, as in
   * JSON. Also `--format`.
   */
  readonly formats?: Readonly<Record<string, FormatConfig>>
  /**
   * The module that exports `Temporal`, if it is not global: `temporal-polyfill`. Default: the global one. Also
   * `--temporal`.
   */
  readonly temporal?: string
  /**
   * The time zone of a `date-time` without an offset that is to become a Date: `Europe/Berlin`, `UTC`; an instant
   * cannot be told from such a text alone. Default: a `date-time` without an offset is an error. Also `--time-zone`.
   */
  readonly timeZone?: string
  /**
   * Whether optional members of the types may also be `undefined`, for programs that TypeScript checks with
   * `exactOptionalPropertyTypes` and that pass on what they may not have; it is sent no more than what is absent.
   * Default: false. Also `--allow-undefined`.
   */
  readonly allowUndefined?: boolean
  /**
   * The package of TanStack Query from which `query.ts` takes the types that tag its keys: `@tanstack/react-query`;
   * `getQueryData` and `setQueryData` then know what a query holds. Default: none: keys do not tell what they lead
   * to. Also `--query-package`.
   */
  readonly queryPackage?: string
  /**
   * What schemas of zod and valibot do besides judging: `coerce` reads texts of parameters as the numbers, booleans
   * and lists that they stand for, as generated servers do; `defaults` gives absent members and parameters their
   * default. Default: nothing.
   */
  readonly validators?: readonly ('coerce' | 'defaults')[]
  /**
   * Middlewares of the clients that this function creates, unless their own options name some; the first is the
   * outermost. Default: none.
   */
  readonly middlewares?: readonly ('retry' | 'refresh')[]
  /**
   * How generated modules import one another: `./types.ts`, `./types.js` or `./types`. Default: what compiles with
   * the tsconfig.json that applies to the output; `.ts` without one.
   */
  readonly importExtension?: '.ts' | '.js' | ''
  /**
   * The documented media types or ranges of request bodies that the server accepts (`application/json`, `image/*`):
   * handlers have the types of these only, others get a 415. A body that has none of them keeps all of its own.
   * Default: all documented ones.
   */
  readonly serverMediaTypes?: readonly string[]
  /** How `concordat verify` and the generated tests test a server. */
  readonly verify?: VerifyConfig
}
