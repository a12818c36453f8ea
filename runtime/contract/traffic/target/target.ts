import type { DocumentDescriptor } from '@concordat/runtime/http'
import { environmentName } from '../../data/exchange/variables.ts'
import type { Credential, CredentialSet } from '../credentials/credential.ts'
import { keyFromCommand } from '../credentials/key-command.ts'
import { schemesOfKey } from '../credentials/one-key.ts'
import type { Sign } from '../transport/sign.ts'
import type { Tls } from '../transport/transport.ts'

/** Milliseconds that a request is given where nothing else is said. */
export const DEFAULT_TIMEOUT_MS = 10_000
/** Requests under way at once where nothing else is said: with more, a small machine only waits. */
export const DEFAULT_CONCURRENCY = 4

/** Settings for requests of one operation, which override those for all. */
export interface OperationTarget {
  readonly timeoutMs?: number
  /** Requests a second at most, of all operations that share this very object. */
  readonly rate?: number
  /** By security scheme. */
  readonly credentials?: Readonly<Record<string, string>>
}

/** The server under test, the settings for talking to it, and the limits of a run. */
export interface Target {
  /** Prefix of every path, with or without a trailing slash: "http://127.0.0.1:8000". */
  readonly baseUrl: string
  /** By security scheme. */
  readonly credentials?: CredentialSet
  /** Credentials of another tenant, by security scheme: their holder may see nothing that the run creates. */
  readonly otherCredentials?: CredentialSet
  /** Credentials of somebody who may read everything that the caller may, and change nothing. */
  readonly readerCredentials?: CredentialSet
  /**
   * Makes a credential of the scheme that holds these scopes and no others, of a user who may otherwise do
   * everything.
   */
  readonly makeCredential?: (scheme: string, scopes: readonly string[]) => Promise<string>
  /** A certificate and authorities of the caller's own. With `fetch`, that is what uses them. */
  readonly tls?: Tls
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, Credential>>
  /**
   * Values of path parameters that cannot be created or discovered: by name ("project_id"), or by collection
   * and name ("persons_id") where several parameters have the same name.
   */
  readonly pathParameters?: Readonly<Record<string, string>>
  /** The same for the other tenant: the beginning of its own paths. */
  readonly otherPathParameters?: Readonly<Record<string, string>>
  /** Milliseconds for one request; default 10,000. */
  readonly timeoutMs?: number
  /** Requests a second at most. Default: as fast as the server answers. */
  readonly rate?: number
  /** By operationId. */
  readonly operations?: Readonly<Record<string, OperationTarget>>
  /**
   * Requests under way at once, where none depends on another's answer; default 4. 1: one after the other.
   */
  readonly concurrency?: number
  /** Nothing but GET, HEAD and OPTIONS is sent. Requests for a credential are sent all the same. */
  readonly readOnly?: boolean
  /** After so many requests the run ends; those that remove what it created come on top. */
  readonly maxRequests?: number
  /**
   * Where no item can be created, one that exists is changed: a configured one, else the first that is
   * listed. Without it the run changes only what it created. Nothing that it did not create is ever deleted.
   */
  readonly changeExisting?: boolean
  /**
   * operationIds of what writes, or starts work, and may be sent although it is not about anything that the
   * run made.
   */
  readonly allow?: readonly string[]
  /**
   * The server may be broken: nothing is left alone but what touches credentials. Items that were there
   * before the run are spared all the same.
   */
  readonly disposable?: boolean
  /**
   * Paths of items that the run may change and delete where it cannot create its own, as
   * "/api/projects/7/persons/17". Each is used once, and what is left of it is not removed.
   */
  readonly expendable?: readonly string[]
  /** Signs each request to the origin of the base URL, logins too, just before it is sent. */
  readonly sign?: Sign
  /** Sends a request in place of the network. */
  readonly fetch?: (request: Request) => Promise<Response>
}

type Environment = Readonly<Record<string, string | undefined>>

/** One key for all the schemes that it serves: see `schemesOfKey`. */
export const KEY = 'CONCORDAT_KEY'
/** Before the name of a security scheme, as the environment writes it. */
export const CREDENTIAL_PREFIX = 'CONCORDAT_CREDENTIAL_'
/**
 * Where a run gets credentials that it does not have: one line for a person who wants the rule that needs
 * them.
 */
export const KEY_COMMAND = 'CONCORDAT_KEY_COMMAND'
export const OTHER_KEY = 'CONCORDAT_OTHER_KEY'
/** A key that may read and no more. */
export const READ_KEY = 'CONCORDAT_READ_KEY'
/** Names items that may be used up, in the same way. */
export const EXPENDABLE = 'CONCORDAT_EXPENDABLE'

/** Before the name of a path parameter, as the environment writes it. */
export const PATH_PREFIX = 'CONCORDAT_PATH_'
/** The same for those of the other tenant. */
export const OTHER_PATH_PREFIX = 'CONCORDAT_OTHER_PATH_'

/**
 * Reads the target from `CONCORDAT_BASE_URL`, `CONCORDAT_KEY` (the schemes that one key serves),
 * `CONCORDAT_CREDENTIAL_<SCHEME>` and `CONCORDAT_PATH_<PARAMETER>`. `CONCORDAT_OTHER_KEY` is a key of another
 * tenant, with `CONCORDAT_OTHER_PATH_<PARAMETER>`, `CONCORDAT_READ_KEY` one that only reads;
 * `CONCORDAT_KEY_COMMAND` a shell command that prints a key with the scopes that stand for `{scopes}`, joined
 * by commas; `CONCORDAT_EXPENDABLE` has paths of items that may be used up, between commas.
 * @returns `undefined` when no base URL is set.
 */
export function targetFromEnvironment(
  document: DocumentDescriptor,
  environment: Environment,
): (Target & Pick<Required<Target>, 'credentials' | 'pathParameters'>) | undefined {
  const baseUrl = environment['CONCORDAT_BASE_URL']
  if (!baseUrl) return undefined
  const credentials: Record<string, string> = {}
  const key = environment[KEY]
  if (key) Object.assign(credentials, served(document, key))
  for (const scheme of Object.keys(document.securitySchemes)) {
    const value = environment[CREDENTIAL_PREFIX + environmentName(scheme)]
    if (value) credentials[scheme] = value
  }
  const otherPath = valuesBehind(OTHER_PATH_PREFIX, environment)
  const reader = environment[READ_KEY]
  const other = environment[OTHER_KEY]
  const command = environment[KEY_COMMAND]
  const expendable = (environment[EXPENDABLE] ?? '').split(',').map((path) => path.trim())
  return {
    baseUrl,
    credentials,
    pathParameters: valuesBehind(PATH_PREFIX, environment),
    ...(Object.keys(otherPath).length > 0 && { otherPathParameters: otherPath }),
    ...(reader && { readerCredentials: served(document, reader) }),
    ...(environment[EXPENDABLE] && { expendable: expendable.filter((path) => path !== '') }),
    ...(other && { otherCredentials: served(document, other) }),
    ...(command && { makeCredential: (_scheme, scopes) => keyFromCommand(command, scopes) }),
  }
}

/** Values of the variables with a prefix, by the rest of their names. */
function valuesBehind(prefix: string, environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(prefix) && value ? [[name.slice(prefix.length), value]] : [],
    ),
  )
}

/** The key under every scheme that it serves. */
function served(document: DocumentDescriptor, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(schemesOfKey(document, key).map((name) => [name, key]))
}

/**
 * The configured value of a path parameter: under the first of its names, as it is or as the environment
 * writes it.
 */
export function configuredParameter(
  { pathParameters: values = {} }: Pick<Target, 'pathParameters'>,
  names: readonly string[],
): string | undefined {
  // A parameter may be called "constructor", which every object has.
  return names
    .flatMap((name) => [name, environmentName(name)])
    .filter((name) => Object.hasOwn(values, name))
    .map((name) => values[name])
    .find((value) => value !== undefined)
}
