import type { PackageAddress } from './address.ts'
import { packageRepositoryUrl } from './repository-address.ts'

/** The public registry's website, where people find packages. */
const site = 'https://www.npmjs.com/package/'

const siteHosts: ReadonlySet<string> = new Set(['www.npmjs.com', 'npmjs.com', 'npmjs.org', 'www.npmjs.org'])

/**
 * A package name, with or without a scope, optionally followed by `/v/` and a version. @see npm,
 * package.json, name
 */
const packagePath = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:\/v\/([\w.+-]{1,100}))?\/?$/

/** Maximum length of an npm package name. */
const longestName = 214

/**
 * Parses a package's address: a page on the public registry's website, or the package's own address in the
 * configured registry.
 * @returns `undefined` for any other address.
 */
export function readPackageAddress(url: string, registry: URL): PackageAddress | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, host, origin, pathname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const isSite = siteHosts.has(host) && pathname.startsWith('/package/')
  const isOwn = origin === registry.origin && pathname.startsWith(registry.pathname)
  if (!isSite && !isOwn) return undefined
  const path = decode(pathname.slice(isSite ? '/package/'.length : registry.pathname.length))
  const [, name, version] = packagePath.exec(path) ?? []
  if (name === undefined || name.length > longestName) return undefined
  const address = { source: 'npm', name } as const
  return version === undefined ? address : { ...address, version }
}

/** A package's canonical address, however it was originally written. */
export function packageUrl({ source, name }: Pick<PackageAddress, 'source' | 'name'>): string {
  return source === 'npm' ? site + name : packageRepositoryUrl(source, name)
}

/** Decodes only the escapes that a package name can contain. */
function decode(path: string): string {
  return path.replace(/%40/g, '@').replace(/%2f/gi, '/')
}
