import type { DocumentDescriptor } from '@concordat/runtime/http'
import { environmentName } from '../../data/exchange/variables.ts'
import type { Credential, CredentialSet } from '../credentials/credential.ts'
import { keyFromCommand } from '../credentials/key-command.ts'
import { schemesOfKey } from '../credentials/one-key.ts'
import type { Sign } from '../transport/sign.ts'
import type { Tls } from '../transport/transport.ts'

/** Default time limit of a request, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 10_000
/** Default number of concurrent requests: with more, a small machine only waits. */
export const DEFAULT_CONCURRENCY = 4

/** Settings for requests of one operation, which override the general ones. */
export interface OperationTarget {
  readonly timeoutMs?: number
  /** Maximum number of requests a second, for all operations that share this object. */
  readonly rate?: number
  /** By security scheme. */
  readonly credentials?: Readonly<Record<string, string>>
}

/** The server under test, the settings for its requests, and the limits of a run. */
export interface Target {
  /** Prefix of every path, with or without a trailing slash: "http://127.0.0.1:8000". */
  readonly baseUrl: string
  /** By security scheme. */
  readonly credentials?: CredentialSet
  /** Credentials of another tenant, by security scheme: their owner may see nothing that the run creates. */
  readonly otherCredentials?: CredentialSet
  /** Credentials of a user who may read everything that the caller may, and change nothing. */
  readonly readerCredentials?: CredentialSet
  /**
   * Creates a credential of the scheme with exactly these scopes, for a user who may otherwise do everything.
   */
  readonly makeCredential?: (scheme: string, scopes: readonly string[]) => Promise<string>
  /** The user's certificate and authorities. With `fetch`, that function must use them. */
  readonly tls?: Tls
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, Credential>>
  /**
   * Values of path parameters that cannot be created or discovered: by name ("project_id"), or by collection
   * and name ("persons_id") if several parameters have the same name.
   */
  readonly pathParameters?: Readonly<Record<string, string>>
  /** The other tenant's values: the beginning of its own paths. */
  readonly otherPathParameters?: Readonly<Record<string, string>>
  /** Milliseconds for one request; default 10,000. */
  readonly timeoutMs?: number
  /** Maximum number of requests a second. Default: as fast as the server answers. */
  readonly rate?: number
  /** By operationId. */
  readonly operations?: Readonly<Record<string, OperationTarget>>
  /**
   * Number of concurrent requests, if none depends on another's answer; default 4. 1: one after the other.
   */
  readonly concurrency?: number
  /** Only GET, HEAD and OPTIONS are sent. Requests for a credential are sent nevertheless. */
  readonly readOnly?: boolean
  /** The run ends after so many requests; those that remove its items come in addition. */
  readonly maxRequests?: number
  /**
   * If no item can be created, an existing one is changed: a configured one, else the first in a list.
   * Without this setting the run changes only items that it created. It never deletes items that it did not
   * create.
   */
  readonly changeExisting?: boolean
  /**
   * operationIds of writes, or of operations that start work, that may be sent although they do not concern
   * an item of the run.
   */
  readonly allow?: readonly string[]
  /**
   * operationIds of writes that are not sent for any check, except deletions, which remove what the run
   * created.
   */
  readonly skip?: readonly string[]
  /**
   * The server may be damaged: everything is tested except operations on credentials. Items from before the
   * run are still spared.
   */
  readonly disposable?: boolean
  /**
   * Paths of items that the run may change and delete if it cannot create its own, such as
   * "/api/projects/7/persons/17". Each is used once, and its remains are not removed.
   */
  readonly expendable?: readonly string[]
  /** Signs each request to the origin of the base URL, including logins, just before it is sent. */
  readonly sign?: Sign
  /** Sends a request instead of the network. */
  readonly fetch?: (request: Request) => Promise<Response>
}

type Environment = Readonly<Record<string, string | undefined>>

/** One key for all schemes that accept it: see `schemesOfKey`. */
export const KEY = 'CONCORDAT_KEY'
/** Prefix of a security scheme's name in the environment. */
export const CREDENTIAL_PREFIX = 'CONCORDAT_CREDENTIAL_'
/** How a run gets credentials that it lacks: one line from a user who wants the rule that needs them. */
export const KEY_COMMAND = 'CONCORDAT_KEY_COMMAND'
export const OTHER_KEY = 'CONCORDAT_OTHER_KEY'
/** A key that may only read. */
export const READ_KEY = 'CONCORDAT_READ_KEY'
/** Names items that may be used up, like `Target.expendable`. */
export const EXPENDABLE = 'CONCORDAT_EXPENDABLE'

/** Prefix of a path parameter's name in the environment. */
export const PATH_PREFIX = 'CONCORDAT_PATH_'
/** Prefix of the other tenant's path parameters. */
export const OTHER_PATH_PREFIX = 'CONCORDAT_OTHER_PATH_'

/**
 * Reads the target from `CONCORDAT_BASE_URL`, `CONCORDAT_KEY` (for the schemes that accept one key),
 * `CONCORDAT_CREDENTIAL_<SCHEME>` and `CONCORDAT_PATH_<PARAMETER>`. `CONCORDAT_OTHER_KEY` is a key of another
 * tenant, with `CONCORDAT_OTHER_PATH_<PARAMETER>`; `CONCORDAT_READ_KEY` one that only reads;
 * `CONCORDAT_KEY_COMMAND` a shell command that prints a key with the scopes that replace `{scopes}`,
 * separated by commas; `CONCORDAT_EXPENDABLE` has paths of items that may be used up, separated by commas.
 * @returns `undefined` if no base URL is set.
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

/** Values of variables with a prefix, by the rest of their names. */
function valuesBehind(prefix: string, environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(prefix) && value ? [[name.slice(prefix.length), value]] : [],
    ),
  )
}

/** The key under every scheme that accepts it. */
function served(document: DocumentDescriptor, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(schemesOfKey(document, key).map((name) => [name, key]))
}

/**
 * The configured value of a path parameter: under the first of its names, as written or in the form for the
 * environment.
 */
export function configuredParameter(
  { pathParameters: values = {} }: Pick<Target, 'pathParameters'>,
  names: readonly string[],
): string | undefined {
  // A parameter may be called "constructor", a member that every object has.
  return names
    .flatMap((name) => [name, environmentName(name)])
    .filter((name) => Object.hasOwn(values, name))
    .map((name) => values[name])
    .find((value) => value !== undefined)
}
