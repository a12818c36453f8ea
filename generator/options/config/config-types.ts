// Written by "npm run docs" from the declarations beside it. Do not edit.
import type { IdentityConfig } from './credential.ts'
import type { FormatConfig } from './formats.ts'
import type { Output, OwnOutput } from './outputs.ts'
import type { OwnRule } from './own-rule.ts'
import type { Text } from './secret.ts'

/** Operations by what they have. "*" stands for any text. */
export interface FilterPatterns {
  /** Tags: `pets`. */
  readonly tags?: readonly string[]
  /** OperationIds, or methods with paths: `listPets`, `GET /pets`, `GET *`; of a webhook its name. */
  readonly operations?: readonly string[]
  /** Path templates: `/pets/{petId}`, `/pets*`. */
  readonly paths?: readonly string[]
}

/** Which operations of the document there are, with what they need; all others are as if it did not have them. */
export interface FiltersConfig {
  /** Only operations that fit one pattern of each list that is given. */
  readonly include?: FilterPatterns
  /** No operation that fits any of these patterns. */
  readonly exclude?: FilterPatterns
}

/** Who sends requests. */
export interface IdentitiesConfig {
  /** Sends all requests that do not need another identity. */
  readonly main?: IdentityConfig
  /** Of another tenant: tries what is not its own. */
  readonly other?: IdentityConfig
  /** Gets credentials with chosen scopes. */
  readonly scoped?: IdentityConfig
  /** May read what `main` reads, and change nothing: its writes are to be refused. */
  readonly reader?: IdentityConfig
}

/** Certificates of a TLS connection: PEM files. */
export interface TlsConfig {
  /** The client's certificate, for `mutualTLS`. */
  readonly certificate?: string
  /** Its key. */
  readonly key?: string
  /** What the key is encrypted with. */
  readonly passphrase?: Text
  /** Authorities that are trusted, instead of those that Node knows. */
  readonly authority?: string
}

/**
 * How `concordat verify` and the generated tests test a server. The environment goes before it, and before that an
 * option of the command line.
 */
export interface VerifyConfig {
  /** Only these operations, by operationId or as "GET /pets". Also `--operation`. */
  readonly operations?: readonly string[]
  /** Only operations with one of these tags. Also `--tag`. */
  readonly tags?: readonly string[]
  /** Only these rules. Also `--rule`. */
  readonly rules?: readonly string[]
  /**
   * Rules of your own, made by `defineRule`, which are run after the others by `concordat verify`: see
   * [own-rules.md](own-rules.md).
   */
  readonly ownRules?: readonly OwnRule[]
  /**
   * Only findings of these grades: `documented`, `derived` or `decided`, which is what only an overlay states.
   * Default: all; where the command line names overlays, all but `decided`. Also `--grade`, `CONCORDAT_GRADES`.
   */
  readonly grades?: readonly ('documented' | 'derived' | 'decided')[]
  /** Leave these operations out. Also `--skip-operation`. */
  readonly skipOperations?: readonly string[]
  /** Leave operations with one of these tags out. Also `--skip-tag`. */
  readonly skipTags?: readonly string[]
  /** Leave these rules out. Also `--skip-rule`. */
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
  /** Headers that are sent with every request. Also `--header`. */
  readonly headers?: Readonly<Record<string, Text>>
  /**
   * Values of path parameters that can neither be created nor discovered, by name or by collection and name:
   * `persons_id`. Also `--path`, `CONCORDAT_PATH_<PARAMETER>`.
   */
  readonly pathParameters?: Readonly<Record<string, string>>
  /**
   * The same of the identity `other`: what its own paths begin with. Also `--other-path`,
   * `CONCORDAT_OTHER_PATH_<PARAMETER>`.
   */
  readonly otherPathParameters?: Readonly<Record<string, string>>
  /**
   * Paths of items that a run may change and delete, each once, where none can be created: `/pets/7`; all that are
   * given add up. Also `--expendable`, `CONCORDAT_EXPENDABLE`.
   */
  readonly expendable?: readonly string[]
  /** Send nothing but GET, HEAD and OPTIONS. Also `--read-only`. */
  readonly readOnly?: boolean
  /**
   * Change, but never delete, items that the run did not create, where it cannot create its own. Also
   * `--change-existing`.
   */
  readonly changeExisting?: boolean
  /**
   * Send these operations too, which write or start work beyond what a run makes: the run names them as "left alone".
   * Also `--allow`.
   */
  readonly allow?: readonly string[]
  /**
   * Leave nothing alone, not even methods that the document does not have: the server may be broken. Also
   * `--disposable`.
   */
  readonly disposable?: boolean
  /** Requests a second at most. Default: as fast as the server answers. Also `--rate`. */
  readonly rate?: number
  /** Requests under way at once, where none depends on another's answer. Default: 4. Also `--concurrency`. */
  readonly concurrency?: number
  /**
   * Parts of the document that `verify` tests at the same time, each with items of its own. Default: 1. Also
   * `--jobs`.
   */
  readonly jobs?: number
  /** Milliseconds for one request. Default: 10000. Also `--timeout`. */
  readonly timeout?: number
  /** End the run after so many requests; those that clean up come on top. Also `--max-requests`. */
  readonly maxRequests?: number
  /**
   * End the run after so many seconds, or a time as `90s` or `5m`: its clean-up and its report have their part of it.
   * Also `--max-time`.
   */
  readonly maxTime?: number | string
  /**
   * Requests for each operation at most, over all rules; `exhaustive`, in a configuration `Infinity`, sends every
   * case. Default: 80. Also `--budget`, `CONCORDAT_BUDGET`.
   */
  readonly budget?: number
  /** Any text; another one chooses other cases, and makes other values. Also `--seed`, `CONCORDAT_SEED`. */
  readonly seed?: string
  /**
   * Whether members of an answer that its schema does not name are findings. Default: allow. Also
   * `--undocumented-fields`.
   */
  readonly undocumentedFields?: 'allow' | 'report'
  /**
   * The file of known failures, YAML, or JSON by its name: they do not fail the run, but the run fails when one is
   * gone. Also `--baseline`.
   */
  readonly baseline?: string
}

/** One document and where its outputs go. Paths are relative to the configuration file. */
export interface Config {
  /**
   * The OpenAPI document, YAML or JSON: a file, or its address (`https://…`), of which a copy is kept in
   * `node_modules/.cache`; on the command line it takes the place of a configuration. Also `--document`.
   */
  readonly document: string
  /**
   * Headers that a document of the network is asked for with; no other origin gets them. Also `--document-header`.
   */
  readonly documentHeaders?: Readonly<Record<string, Text>>
  /** OpenAPI Overlays 1.0, applied in this order. Also `--overlay`. */
  readonly overlays?: readonly string[]
  /**
   * The folder, or the address of one, that every file is below that a `$ref` leads to; no other is read. Default:
   * the folder of the document. Also `--root`.
   */
  readonly root?: string
  /**
   * Refuse a document with mistakes that are otherwise read in one stated way, each with a warning. Default: false.
   * Also `--strict`.
   */
  readonly strict?: boolean
  /**
   * Which operations of the document there are for every command: `{ include: { tags: ["pets"] }, exclude: { paths:
   * ["/internal/*"] } }`; outputs have these, what they need, and nothing else. `--tag`, `--operation`, `--path`,
   * `--skip-tag`, `--skip-operation` and `--skip-path` of `generate` take its place. Default: all.
   */
  readonly filters?: FiltersConfig
  /**
   * Folder of the generated files. Default: `generated`, where the command line names the document. Also `--output`.
   */
  readonly output: string
  /**
   * What is generated; every other brings `types` with it. `openapi` is `openapi.ts`: `paths`, `components` and
   * `operations` as openapi-typescript prints them; `fetch` is that and `fetch.ts`, a client of openapi-fetch;
   * `schemas`, `query` and `msw` are for other libraries, `reference` is a page of all operations, and a function is
   * an output of your own: [outputs.md](outputs.md). Default: `types`, `client`, `server`, `webhooks` and `contract`;
   * of `init`, what the packages of the project can use. Also `--outputs`.
   */
  readonly outputs?: readonly (Output | OwnOutput)[]
  /** Name of the function in `client.ts` that makes a client. Default: createClient. */
  readonly name?: string
  /**
   * What a named schema is that lists its values: `type PetStatus = "sold" | …`, or an object `PetStatus.Sold` with
   * that type beside it; its names come from `x-enum-varnames` or `x-enumNames`, else from the values; `open` is a
   * union too, and what the client reads has any other value besides (`"sold" | (string & {})`, in `answers.ts`),
   * while requests and servers know the listed ones alone. Default: unions.
   */
  readonly enums?: 'unions' | 'objects' | 'open'
  /**
   * The types of values that have a format, by its name: `{ "date-time": "Date", int64: "bigint" }`, or `{ from,
   * type, parse, serialize }`, the module of an own type and what it exports. Default: texts and numbers, as they
   * travel. Also `--format`.
   */
  readonly formats?: Readonly<Record<string, FormatConfig>>
  /**
   * The module that exports `Temporal`, where it is not global: `temporal-polyfill`. Default: the global one. Also
   * `--temporal`.
   */
  readonly temporal?: string
  /**
   * Middlewares of the clients that this function makes, where their own options name none; the first is the
   * outermost. Default: none.
   */
  readonly middlewares?: readonly ('retry' | 'refresh')[]
  /**
   * How generated modules name one another: `./types.ts`, `./types.js` or `./types`. Default: what compiles by the
   * tsconfig.json that counts for the output; without one `.ts`.
   */
  readonly importExtension?: '.ts' | '.js' | ''
  /**
   * Media types or ranges of request bodies that the server takes, of those that the document has
   * (`application/json`, `image/*`): handlers have the types of these alone, others are answered 415. A body that has
   * none of them keeps all. Default: all of the document.
   */
  readonly serverMediaTypes?: readonly string[]
  /** How `concordat verify` and the generated tests test a server. */
  readonly verify?: VerifyConfig
}
