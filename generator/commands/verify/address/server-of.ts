import type { Target } from '@concordat/contract'
import type { Challenge } from '@concordat/contract/access'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { UsageError } from '../../../errors/problem.ts'
import type { AskAround } from './ask-around.ts'
import { type FoundServer, findBaseUrl, probeBaseUrl, serverPathsToProbe } from './probe.ts'
import { findServedDocument, type ServedDocument } from './served-document.ts'

/** Maximum number of missing paths that prove nothing, because their items may not exist yet. */
const FEW = 2
/** Number of paths to try for a comparison of versions, which should cost next to nothing. */
const PLACES_TO_COMPARE = 3

export interface ServerGiven {
  readonly document: DocumentDescriptor
  /** URLs of the document's servers. */
  readonly servers: readonly string[]
  /** URL of the document, or of the page that contains it; absent if it is a file. */
  readonly location?: string | undefined
  readonly target: Target
  readonly ask: AskAround
  /** The document that the server provided, if it was asked for one. */
  readonly served?: ServedDocument | undefined
  readonly say: (line: string) => void
}

/** The server to test in a run. */
export interface SettledServer {
  readonly baseUrl: string
  /** Challenge for a credential, if there was one. */
  readonly challenge?: Challenge | undefined
}

/**
 * Determines the base URL for a run. If only an origin is given, the path comes from the document's servers,
 * or from the location of the server's own document. If another base URL does not have the document's paths,
 * the error message suggests one that does.
 * @throws {UsageError} if none of the tested paths exist, and either they were found below another base URL
 * or more than `FEW` are missing.
 */
export async function settleBaseUrl(baseUrl: string, given: ServerGiven): Promise<SettledServer> {
  const stated = await statedServer(baseUrl, given)
  if (stated !== undefined) return stated
  const { there, missing, isAnswering, challenge } = await probeBaseUrl(baseUrl, given)
  if (!isAnswering) return { baseUrl }
  const found = there.length > 0 ? undefined : await guessedServer(baseUrl, missing, given)
  if (found !== undefined) return found
  if (!isItsOwn(baseUrl, given)) await compareVersions(baseUrl, { ...given, there, missing })
  return { baseUrl, challenge }
}

/**
 * True if the document is the server's own: it was found on the server, or given by a URL with the same
 * origin.
 */
function isItsOwn(baseUrl: string, { served, location }: ServerGiven): boolean {
  return (
    served !== undefined ||
    (location !== undefined && URL.parse(location)?.origin === new URL(baseUrl).origin)
  )
}

/**
 * Returns the server with the base path that its document states, if only an origin was given and the
 * document's paths exist below that base path, or if none of them can be requested to find out.
 */
async function statedServer(baseUrl: string, given: ServerGiven): Promise<SettledServer | undefined> {
  const { servers, location, say } = given
  const [ownPath] = serverPathsToProbe(servers, location).filter((path) => path !== '')
  if (!isItsOwn(baseUrl, given) || pathOf(baseUrl) !== '' || ownPath === undefined) return undefined
  const stated = new URL(baseUrl).origin + ownPath
  const { there, isProbed, challenge } = await probeBaseUrl(stated, given)
  if (isProbed && there.length === 0) return undefined
  say(`Base URL: ${stated}, with the base path from the document.`)
  return { baseUrl: stated, challenge }
}

/**
 * Returns the server with a base path below which the document's paths were found, if the user gave only an
 * origin, and the document states this path or is the server's own; `undefined` if too few paths are missing
 * to prove anything.
 * @param missing paths that do not exist below the base URL.
 * @throws {UsageError} in all other cases.
 */
async function guessedServer(
  baseUrl: string,
  missing: readonly string[],
  given: ServerGiven,
): Promise<SettledServer | undefined> {
  const { document, servers, location, say } = given
  if (missing.length === 0) return undefined
  const guess = await findBaseUrl(baseUrl, given)
  const isStated =
    guess !== undefined && serverPathsToProbe(servers, location).includes(pathOf(guess.baseUrl))
  if (guess !== undefined && (isItsOwn(baseUrl, given) || isStated) && pathOf(baseUrl) === '') {
    say(`Base URL: ${guess.baseUrl}, where the document's path ${guess.path} was found.`)
    return guess
  }
  if (guess !== undefined || missing.length > FEW) throw nothingThere(baseUrl, { missing, guess, document })
  return undefined
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '')
}

function nothingThere(
  baseUrl: string,
  {
    missing,
    guess,
    document,
  }: {
    readonly missing: readonly string[]
    readonly guess: FoundServer | undefined
    readonly document: DocumentDescriptor
  },
): UsageError {
  const some = someOf(missing)
  const fix =
    guess === undefined
      ? 'Fix: correct the base URL, or the document.'
      : `${guess.path} was found under ${guess.baseUrl}. Fix: use that as the base URL.`
  return new UsageError(`${baseUrl} has none of the tested paths of "${document.title}" (${some}). ${fix}`)
}

async function compareVersions(
  baseUrl: string,
  {
    document,
    ask,
    say,
    there,
    missing,
  }: ServerGiven & { readonly there: readonly string[]; readonly missing: readonly string[] },
): Promise<void> {
  const served = await findServedDocument(baseUrl, ask, PLACES_TO_COMPARE)
  const { version, found, title = document.title } = served ?? {}
  if (version !== undefined && version !== document.version && title === document.title) {
    say(
      `The server serves version ${version} of its document (${found}); the document in use is version ${document.version}.`,
    )
    return
  }
  if (missing.length >= FEW && there.length > 0)
    say(
      `${missing.length} of ${missing.length + there.length} tested paths are missing (${someOf(missing)}). The document describes version ${document.version}; the server might implement another.`,
    )
}

function someOf(paths: readonly string[]): string {
  return `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}`
}
