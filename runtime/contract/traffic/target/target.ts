import type { DocumentDescriptor } from '@concordat/runtime/http'
import { environmentName } from '../../data/exchange/variables.ts'
import type { Credential, CredentialSet } from '../credentials/credential.ts'
import { keyFromCommand } from '../credentials/key-command.ts'
import { credentialsOfKey, keyForScheme } from '../credentials/one-key.ts'
import type { Sign } from '../transport/sign.ts'
import type { Tls } from '../transport/transport.ts'

/** Default time limit for a request, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 10_000
/** Default number of concurrent requests. More of them would only make a small machine slower. */
export const DEFAULT_CONCURRENCY = 4

/** Settings for one operation's requests, which override the general ones. */
export interface OperationTarget {
  readonly timeoutMs?: number
  /** Maximum number of requests per second, for all operations that share this object. */
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
  /**
   * Another tenant's credentials, by security scheme. Their owner must not see anything that the run creates.
   */
  readonly otherCredentials?: CredentialSet
  /**
   * Credentials of a user who is allowed to read everything that the caller is allowed to read, but not to
   * change anything.
   */
  readonly readerCredentials?: CredentialSet
  /**
   * Creates a credential for the scheme with exactly these scopes. Its user has no restrictions other than
   * the scopes.
   */
  readonly makeCredential?: (scheme: string, scopes: readonly string[]) => Promise<string>
  /**
   * The user's certificate and certificate authorities. If `fetch` is set, that function must use them
   * itself.
   */
  readonly tls?: Tls
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, Credential>>
  /**
   * Values for path parameters that cannot be created or discovered, keyed by name ("project_id"), or by
   * collection and name ("persons_id") if several parameters share a name.
   */
  readonly pathParameters?: Readonly<Record<string, string>>
  /** Values for the path parameters with which the other tenant's own paths begin. */
  readonly otherPathParameters?: Readonly<Record<string, string>>
  /** Time limit for one request, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** Maximum number of requests per second. Default: no limit. */
  readonly rate?: number
  /** By operationId. */
  readonly operations?: Readonly<Record<string, OperationTarget>>
  /**
   * Maximum number of concurrent requests, if none of them depends on another's response. Default: 4. With 1,
   * requests are sent one after another.
   */
  readonly concurrency?: number
  /**
   * True if only safe methods are used, such as GET and HEAD, apart from requests for credentials, which are
   * always sent.
   */
  readonly readOnly?: boolean
  /**
   * Number of requests after which the run ends. Requests that remove its items at the end are sent even
   * then.
   */
  readonly maxRequests?: number
  /**
   * True if an existing item is changed when no item can be created: a configured item or, if there is none,
   * the first in a list. Otherwise, the run changes only items that it created. Apart from `expendable`
   * items, it never deletes items that it did not create.
   */
  readonly changeExisting?: boolean
  /**
   * operationIds of writes, or of operations that start work, that are allowed to be sent although they do
   * not concern an item that the run created.
   */
  readonly allow?: readonly string[]
  /** operationIds of writes that no check sends. Deletions are still sent to remove what the run created. */
  readonly skip?: readonly string[]
  /**
   * True if the server is allowed to be damaged, so that everything is tested except operations on
   * credentials. Items from before the run are not affected even then.
   */
  readonly disposable?: boolean
  /**
   * Paths of items that the run is allowed to change and delete if it cannot create its own, such as
   * "/api/projects/7/persons/17". Each item is used once and is not cleaned up afterwards.
   */
  readonly expendable?: readonly string[]
  /** Signs each request to the origin of the base URL, including logins, immediately before it is sent. */
  readonly sign?: Sign
  /** Sends requests, in place of the network. */
  readonly fetch?: (request: Request) => Promise<Response>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Variable for a key that is used for all schemes that accept it; see `schemesOfKey`. */
export const KEY = 'CONCORDAT_KEY'
/** Prefix that precedes a security scheme's name in an environment variable. */
export const CREDENTIAL_PREFIX = 'CONCORDAT_CREDENTIAL_'
/** Variable for a shell command that prints a key with chosen scopes. */
export const KEY_COMMAND = 'CONCORDAT_KEY_COMMAND'
export const OTHER_KEY = 'CONCORDAT_OTHER_KEY'
/** A read-only key. */
export const READ_KEY_VARIABLE = 'CONCORDAT_READ_KEY'
/** Variable with the paths of items that may be used up, like `Target.expendable`. */
export const EXPENDABLE_VARIABLE = 'CONCORDAT_EXPENDABLE'

/** Prefix that precedes a path parameter's name in an environment variable. */
export const PATH_PREFIX = 'CONCORDAT_PATH_'
/** Prefix for the other tenant's path parameters. */
export const OTHER_PATH_PREFIX = 'CONCORDAT_OTHER_PATH_'

/**
 * Reads the target from `CONCORDAT_BASE_URL`, `CONCORDAT_KEY` (for the schemes that accept one key),
 * `CONCORDAT_CREDENTIAL_<SCHEME>` and `CONCORDAT_PATH_<PARAMETER>`. `CONCORDAT_OTHER_KEY` is another tenant's
 * key, used with `CONCORDAT_OTHER_PATH_<PARAMETER>`. `CONCORDAT_READ_KEY` is a read-only key.
 * `CONCORDAT_KEY_COMMAND` is a shell command that prints a key; `{scopes}` in it is replaced by the key's
 * scopes, separated by commas. `CONCORDAT_EXPENDABLE` contains the paths of items that may be used up,
 * separated by commas.
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
  if (key) Object.assign(credentials, credentialsOfKey(document, key))
  for (const scheme of Object.keys(document.securitySchemes)) {
    const value = environment[CREDENTIAL_PREFIX + environmentName(scheme)]
    if (value) credentials[scheme] = keyForScheme(value, document.securitySchemes[scheme])
  }
  const otherPath = valuesBehind(OTHER_PATH_PREFIX, environment)
  const reader = environment[READ_KEY_VARIABLE]
  const other = environment[OTHER_KEY]
  const command = environment[KEY_COMMAND]
  const expendable = (environment[EXPENDABLE_VARIABLE] ?? '').split(',').map((path) => path.trim())
  return {
    baseUrl,
    credentials,
    pathParameters: valuesBehind(PATH_PREFIX, environment),
    ...(Object.keys(otherPath).length > 0 && { otherPathParameters: otherPath }),
    ...(reader && { readerCredentials: credentialsOfKey(document, reader) }),
    ...(environment[EXPENDABLE_VARIABLE] && { expendable: expendable.filter((path) => path !== '') }),
    ...(other && { otherCredentials: credentialsOfKey(document, other) }),
    ...(command && { makeCredential: (_scheme, scopes) => keyFromCommand(command, scopes) }),
  }
}

/**
 * Returns the values of the variables that begin with a prefix, keyed by the remaining part of their names.
 */
function valuesBehind(prefix: string, environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(prefix) && value ? [[name.slice(prefix.length), value]] : [],
    ),
  )
}

/**
 * Returns the configured value of a path parameter. It uses the first of the parameter's names that is
 * configured, either as written or in its form for the environment.
 */
export function configuredParameter(
  { pathParameters: values = {} }: Pick<Target, 'pathParameters'>,
  names: readonly string[],
): string | undefined {
  // Only own properties count, because a parameter can have the name "constructor", which is also a property
  // of every object.
  return names
    .flatMap((name) => [name, environmentName(name)])
    .filter((name) => Object.hasOwn(values, name))
    .map((name) => values[name])
    .find((value) => value !== undefined)
}
