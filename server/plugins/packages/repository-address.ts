import type { PackageAddress } from './address.ts'

/** A site that hosts source repositories. */
interface RepositorySite {
  readonly source: 'github' | 'gitlab'
  readonly hosts: ReadonlySet<string>
  /** The path of a repository, optionally followed by the name of a branch, a tag or a commit. */
  readonly path: RegExp
}

const sites: readonly RepositorySite[] = [
  {
    source: 'github',
    hosts: new Set(['github.com', 'www.github.com']),
    path: /^\/([\w-]{1,39}\/[\w.-]{1,100}?)(?:\.git)?(?:\/(?:tree|commit|releases\/tag)\/([^?#]{1,200}?))?\/?$/,
  },
  {
    source: 'gitlab',
    hosts: new Set(['gitlab.com', 'www.gitlab.com']),
    path: /^\/([\w.-]{1,255}(?:\/(?!-\/)[\w.-]{1,255}?){1,20}?)(?:\.git)?(?:\/-\/(?:tree|commit|tags)\/([^?#]{1,200}?))?\/?$/,
  },
]

const origins = { github: 'https://github.com/', gitlab: 'https://gitlab.com/' } as const

/**
 * Parses the address of a repository's page on GitHub or GitLab, including a branch, a tag or a commit.
 * @returns `undefined` for any other address.
 */
export function readRepositoryAddress(url: string): PackageAddress | undefined {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined
  const site = sites.find(({ hosts }) => hosts.has(parsed.host))
  const [, name, version] = site?.path.exec(parsed.pathname) ?? []
  // An address that ends in "/..git" refers to a repository named ".", which would change the address of the
  // API request.
  if (site === undefined || name === undefined || name.split('/').some(isDots)) return undefined
  const { source } = site
  // Names on both sites are case-insensitive.
  const address = { source, name: name.toLowerCase() }
  return version === undefined ? address : { ...address, version: decoded(version) }
}

/** A repository's canonical address. */
export function packageRepositoryUrl(source: RepositorySite['source'], name: string): string {
  return origins[source] + name
}

/** True for a path segment that URL parsers resolve, that is, "." or "..". */
function isDots(segment: string): boolean {
  return segment === '.' || segment === '..'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
