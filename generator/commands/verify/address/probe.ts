import { Permission, type Target } from '@concordat/contract'
import { type Challenge, readChallenge, UNTOLD } from '@concordat/contract/access'
import {
  type DocumentDescriptor,
  mediaTypeEssence,
  type OperationDescriptor,
  refusesFor,
} from '@concordat/runtime/http'
import type { AskAround, ServerGlance } from './ask-around.ts'

/** Results of probing a base URL. */
export interface ProbedBaseUrl {
  /**
   * Requested paths of the document that exist. `missing` lists paths that do not; unclear cases are in
   * neither list.
   */
  readonly there: readonly string[]
  readonly missing: readonly string[]
  /** True if the document has paths that can be requested without values and without effects. */
  readonly isProbed: boolean
  /** True if anything responded at all. */
  readonly isAnswering: boolean
  /** Challenge from a read that requires a credential. */
  readonly challenge?: Challenge | undefined
}

/**
 * Maximum number of paths in each of a probe's two selections; enough to distinguish another version from a
 * wrong address.
 */
const MOST_READS = 6
/** Common base paths of APIs. */
const PREFIXES = ['/api', '/v1', '/api/v1', '/api/v2', '/v2', '/api/v3', '/v3', '/rest', '/api/rest']

/**
 * Requests paths that need no parameter values, chosen from all parts of the document. The requests have no
 * credentials, because a rejection for lack of credentials also proves that a path exists.
 */
export async function probeBaseUrl(
  baseUrl: string,
  { document, target, ask }: { document: DocumentDescriptor; target: Target; ask: AskAround },
): Promise<ProbedBaseUrl> {
  const look = (reads: readonly OperationDescriptor[]): Promise<Seen[]> =>
    Promise.all(
      reads.map(async (operation) => ({ operation, glance: await ask(addressOf(baseUrl, operation.path)) })),
    )
  const [some, more] = readsOf(document, target)
  const seen = await look(some)
  const paths = (wanted: State): string[] =>
    seen.flatMap(({ operation, glance }) => (stateOf(operation, glance) === wanted ? [operation.path] : []))
  // Only a rejection reveals that undeclared credentials are needed. The first paths are not enough, because
  // they may be public or reject requests without sending a challenge.
  const isUntold = Object.keys(document.securitySchemes).length === 0 && paths('there').length > 0
  const refused = [...seen, ...(isUntold && challengeIn(seen) === undefined ? await look(more) : [])]
  const untold = refused.find(wantsCredential)?.glance
  const challenge = challengeIn(refused) ?? (untold && { ...UNTOLD, at: untold.url })
  return {
    there: paths('there'),
    missing: paths('missing'),
    isProbed: seen.length > 0,
    isAnswering: seen.some(({ glance }) => glance !== undefined),
    challenge,
  }
}

/** A read and its response. */
interface Seen {
  readonly operation: OperationDescriptor
  readonly glance: ServerGlance | undefined
}

/** True if a credential would help; a 403 does not indicate that. */
function wantsCredential({ glance }: Seen): boolean {
  return glance !== undefined && refusesFor(glance.status, 'caller')
}

function challengeIn(seen: readonly Seen[]): Challenge | undefined {
  return seen
    .filter(wantsCredential)
    .map(({ glance }) => readChallenge(glance?.headers.get('www-authenticate') ?? null))
    .find((challenge) => challenge !== undefined)
}

/** The base URL below which the document's paths were found. */
export interface FoundServer {
  readonly baseUrl: string
  /** One of them. */
  readonly path: string
  readonly challenge?: Challenge | undefined
}

/**
 * Searches for the document's paths if they are not below the base URL. It tries the paths of the document's
 * servers, the folders in the document's own URL, and common base paths.
 */
export async function findBaseUrl(
  baseUrl: string,
  given: {
    readonly servers: readonly string[]
    readonly location?: string | undefined
    readonly document: DocumentDescriptor
    readonly target: Target
    readonly ask: AskAround
  },
): Promise<FoundServer | undefined> {
  const { origin, pathname } = new URL(baseUrl)
  const own = pathname.replace(/\/+$/, '')
  const paths = [
    ...[...serverPathsToProbe(given.servers, given.location), ''],
    ...(given.location === undefined ? [] : foldersOf(given.location)),
    ...[...PREFIXES, ...PREFIXES.map((prefix) => own + prefix)],
  ]
  for (const path of new Set(paths)) {
    if (path === own) continue
    const { there, challenge } = await probeBaseUrl(origin + path, given)
    if (there[0] !== undefined) return { baseUrl: origin + path, path: there[0], challenge }
  }
  return undefined
}

/**
 * Paths of a document's servers, without a trailing slash. Relative URLs are resolved against the document's
 * URL.
 * @param location URL of the document; absent if the document is a file.
 * @see OpenAPI 3.1.1, Server Object, `url`
 */
export function serverPathsToProbe(
  servers: readonly string[],
  location = 'http://server',
): readonly string[] {
  return servers.flatMap((url) => {
    const path = URL.parse(url, location)?.pathname.replace(/\/+$/, '')
    return path === undefined ? [] : [path]
  })
}

/** Possible base paths in a URL, except the root: "/shop/api" and "/shop" for "/shop/api/openapi.json". */
function foldersOf(address: string): readonly string[] {
  const names = new URL(address).pathname.split('/').slice(1, -1).filter(Boolean)
  return names.map((_, index) => `/${names.slice(0, names.length - index).join('/')}`)
}

type State = 'there' | 'missing' | 'unclear'

/**
 * Determines whether a path exists. Undocumented HTML comes from a front end, and an error page proves
 * nothing.
 */
function stateOf({ responses }: OperationDescriptor, glance: ServerGlance | undefined): State {
  if (glance === undefined || (glance.status >= 300 && glance.status < 400)) return 'unclear'
  const { status, headers } = glance
  const isPage = mediaTypeEssence(headers.get('content-type')) === 'text/html'
  const hasPages = Object.values(responses).some((response) =>
    Object.keys(response.content ?? {}).some((type) => mediaTypeEssence(type) === 'text/html'),
  )
  if (refusesFor(status, 'absence')) return 'missing'
  if (status >= 500 || refusesFor(status, 'method', 'pace')) return 'unclear'
  if (isPage && !hasPages) return status < 400 ? 'missing' : 'unclear'
  return 'there'
}

/**
 * Selects a few reads from all parts of the document and, separately, at most as many others. The root is
 * used only if there is no other path, because every server responds to it.
 */
function readsOf(
  document: DocumentDescriptor,
  target: Target,
): readonly [some: readonly OperationDescriptor[], more: readonly OperationDescriptor[]] {
  const permission = new Permission({ document, target })
  const all = document.operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      !operation.path.includes('{') &&
      permission.objection(operation) === undefined,
  )
  const below = all.filter(({ path }) => path !== '/')
  const reads = below.length > 0 ? below : all
  const step = Math.max(1, reads.length / MOST_READS)
  const some = Array.from({ length: MOST_READS }, (_, index) => reads[Math.floor(index * step)])
  const more = reads.filter((read) => !some.includes(read)).slice(0, MOST_READS)
  return [some.filter((read) => read !== undefined), more]
}

function addressOf(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path
}
