import { createHash, timingSafeEqual } from 'node:crypto'
import { GatheredBytes } from '@concordat/runtime/http'
import type { RepositoryPlugin } from '../../../generated/types.ts'
import type { AddressPolicy } from '../../outbound/address-policy.ts'
import { type OutboundInit, outboundFetch } from '../../outbound/outbound.ts'
import { createShareGate } from '../../shares/gate.ts'
import { createShares } from '../../shares/shares.ts'
import { errorText } from '../../values/error-text.ts'
import type { PackageAddress } from './address.ts'
import { packageUrl, readPackageAddress } from './package-address.ts'
import { readRepositoryAddress } from './repository-address.ts'
import { type ArchiveFile, readPackageTarball } from './tarball.ts'

/** Thrown if the registry or the network fails. The same request might succeed later. */
export class RegistryUnavailable extends Error {
  override readonly name = 'RegistryUnavailable'
}

/** Thrown if the registry has no such package, or no such version of it. */
export class PackageUnknown extends Error {
  override readonly name = 'PackageUnknown'
}

/** Thrown if the registry's response is too large, incomplete, or does not match its checksum. */
export class PackageBroken extends Error {
  override readonly name = 'PackageBroken'
}

/** One version of a package. */
export interface PackageVersion {
  readonly version: string
  /**
   * The package's newest version: the one with the tag `latest` or, in a repository, the last commit on the
   * main branch.
   */
  readonly newest: string
  readonly tarball: string
  /**
   * Subresource integrity, as `sha512-…`. Repositories provide none, so only the connection ensures
   * integrity.
   */
  readonly integrity: string | undefined
}

/**
 * An npm registry together with the repository sites. If a function fails, it throws one of the errors in
 * this module; `download` can also throw an ArchiveError.
 */
export interface PackageRegistry {
  /** Parses a package's address; returns `undefined` for any other address. */
  read(url: string): PackageAddress | undefined
  /** Finds the version that an address specifies; by default, the newest version. */
  find(address: PackageAddress): Promise<PackageVersion>
  /**
   * Downloads a version and returns its files, with their paths in the package. Downloads for the same
   * organization run one after another.
   * @param organizationId the plugin's owner.
   */
  download(version: PackageVersion, organizationId: string): Promise<readonly ArchiveFile[]>
  /** Lists the packages that declare themselves plugins. */
  search(): Promise<readonly RepositoryPlugin[]>
}

export interface RegistryOptions {
  readonly url: string
  /** Base URLs of the GitHub and GitLab APIs. */
  readonly apis: Readonly<Record<RepositorySource, string>>
  readonly addressPolicy: AddressPolicy
}

/** The keyword that marks packages as plugins. */
const keyword = 'posthog-plugin'

const mostFound = 250

/** Time limit for a complete response from the registry, in milliseconds. */
const patience = 30_000

const mostBytes = 16 * 2 ** 20

/**
 * Maximum number of downloads at a time. Each has its compressed and uncompressed archive in memory, at most
 * 80 MB.
 */
const downloads = 4
/** Maximum number of downloads that wait for a place, with at most one for each organization. */
const waitingDownloads = 100

/**
 * The short form of a package's metadata, which contains only what an installation needs. The full form can
 * be a hundred times as large.
 */
const abbreviated = 'application/vnd.npm.install-v1+json'

/** GitHub responds with 422 for an unknown reference, and with 409 for an empty repository. */
const unknownStatuses: ReadonlySet<number> = new Set([404, 409, 422])

export type RepositorySource = Exclude<PackageAddress['source'], 'npm'>

/**
 * A repository site's API: the addresses of a commit and of its files, and the property that contains a
 * commit's digest.
 */
interface RepositoryApi {
  readonly commitAt: (name: string, reference: string) => string
  readonly archiveAt: (name: string, commit: string) => string
  readonly id: string
}

const repositories: Readonly<Record<RepositorySource, RepositoryApi>> = {
  github: {
    commitAt: (name, reference) => `repos/${name}/commits/${encodeURIComponent(reference)}`,
    archiveAt: (name, commit) => `repos/${name}/tarball/${commit}`,
    id: 'sha',
  },
  gitlab: {
    commitAt: (name, reference) =>
      `projects/${encodeURIComponent(name)}/repository/commits/${encodeURIComponent(reference)}`,
    archiveAt: (name, commit) =>
      `projects/${encodeURIComponent(name)}/repository/archive.tar.gz?sha=${commit}`,
    id: 'id',
  },
}

/** Creates access to an npm registry and to the repository sites. */
export function createPackageRegistry(options: RegistryOptions): PackageRegistry {
  return new OutboundRegistry(options)
}

class OutboundRegistry implements PackageRegistry {
  readonly #base: URL
  readonly #apis: RegistryOptions['apis']
  readonly #addressPolicy: AddressPolicy
  readonly #shares = createShares({ places: 1, patience, refuse: tooMany })
  readonly #gate = createShareGate({ places: downloads, waiting: waitingDownloads, refuse: tooMany })

  constructor({ url, apis, addressPolicy }: RegistryOptions) {
    this.#base = new URL(url.endsWith('/') ? url : `${url}/`)
    this.#apis = apis
    this.#addressPolicy = addressPolicy
  }

  read(text: string): PackageAddress | undefined {
    return readPackageAddress(text, this.#base) ?? readRepositoryAddress(text)
  }

  async find(address: PackageAddress): Promise<PackageVersion> {
    const { source, name, version = 'latest' } = address
    if (source !== 'npm') return await this.#findCommit(source, address)
    const at = new URL(name.replace('/', '%2f'), this.#base)
    const { versions, 'dist-tags': tags } = await this.#getJson(at, abbreviated)
    const wanted = textOf(members(tags)[version]) ?? version
    const known = members(versions)
    // An inherited name such as "constructor" must not match as a version.
    const { dist } = Object.hasOwn(known, wanted) ? members(known[wanted]) : {}
    const { tarball, integrity, shasum } = members(dist)
    if (dist === undefined) throw new PackageUnknown(`The package "${name}" has no version "${version}".`)
    if (typeof tarball !== 'string') throw new PackageBroken(`The package "${name}" has no archive.`)
    return {
      version: wanted,
      newest: textOf(members(tags)['latest']) ?? wanted,
      tarball,
      integrity: textOf(integrity) ?? sha1Integrity(textOf(shasum)),
    }
  }

  async download(
    { tarball, integrity }: PackageVersion,
    organizationId: string,
  ): Promise<readonly ArchiveFile[]> {
    const files = async () => {
      const archive = await this.#get(tarball)
      if (integrity !== undefined) assertIntegrity(archive, integrity)
      return await readPackageTarball(archive)
    }
    const found = await this.#shares.pass(organizationId, () => this.#gate.pass(files))
    // Every path begins with a folder. npm calls it `package`; other registries and sites choose the name.
    return found.map(({ path, content }) => ({ path: path.replace(/^(?:\.\/)?[^/]+\//, ''), content }))
  }

  async search(): Promise<readonly RepositoryPlugin[]> {
    const found = await this.#searchFor(`keywords:${keyword}`)
    // Not every registry supports this qualifier. Registries that do not support it list everything for an
    // empty search.
    return found.length > 0 ? found : await this.#searchFor('')
  }

  async #get(address: string | URL, headers: Record<string, string> = {}): Promise<Buffer> {
    const response = await this.#send(address, {
      headers: { 'user-agent': 'concordat', ...headers }, // GitHub rejects requests without a user agent
      signal: AbortSignal.timeout(patience),
    })
    if (unknownStatuses.has(response.status)) {
      await response.body?.cancel()
      throw new PackageUnknown(`The registry has nothing at ${address}.`)
    }
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new RegistryUnavailable(`${address} responded with status ${response.status}.`)
    }
    return await readBody(response)
  }

  async #send(address: string | URL, init: OutboundInit): Promise<Response> {
    try {
      return await outboundFetch(address, init, this.#addressPolicy)
    } catch (error) {
      throw new RegistryUnavailable(`The request to ${address} failed: ${errorText(error)}`, {
        cause: error,
      })
    }
  }

  async #getJson(address: URL, accept: string): Promise<Members> {
    return parse((await this.#get(address, { accept })).toString())
  }

  async #searchFor(text: string): Promise<RepositoryPlugin[]> {
    const address = new URL('-/v1/search', this.#base)
    address.search = new URLSearchParams({ text, size: String(mostFound) }).toString()
    const { objects } = await this.#getJson(address, 'application/json')
    return list(objects).flatMap((found) => offer(members(members(found)['package'])))
  }

  /** Finds a version in a repository. The newest version is the last commit on its main branch. */
  async #findCommit(source: RepositorySource, { name, version }: PackageAddress): Promise<PackageVersion> {
    const { commitAt, archiveAt, id } = repositories[source]
    const api = this.#apis[source].replace(/\/?$/, '/')
    const commit = async (reference: string): Promise<string> => {
      const found = textOf(
        (await this.#getJson(new URL(commitAt(name, reference), api), 'application/json'))[id],
      )
      if (found === undefined || !/^[0-9a-f]{40,64}$/.test(found))
        throw new PackageBroken(
          `The response about commit "${reference}" of the repository "${name}" contains no digest.`,
        )
      return found
    }
    const newest = await commit('HEAD')
    const wanted = version === undefined ? newest : await commit(version)
    return {
      version: wanted,
      newest,
      tarball: new URL(archiveAt(name, wanted), api).href,
      integrity: undefined,
    }
  }
}

function tooMany(): RegistryUnavailable {
  return new RegistryUnavailable('Too many packages are being downloaded.')
}

/**
 * The list entry for a package; empty if it lacks the keyword, because registries match searches differently.
 */
function offer({ name, description, keywords, maintainers, publisher }: Members): RepositoryPlugin[] {
  if (typeof name !== 'string' || !list(keywords).includes(keyword)) return []
  const [first] = list(maintainers)
  const maintainer = textOf(members(publisher)['username']) ?? textOf(members(first)['username']) ?? ''
  return [
    {
      name,
      url: packageUrl({ source: 'npm', name }),
      description: textOf(description) ?? '',
      icon: null,
      verified: false, // a registry does not verify packages
      maintainer,
    },
  ]
}

async function readBody(response: Response): Promise<Buffer> {
  const gathered = new GatheredBytes()
  try {
    for await (const chunk of response.body ?? []) {
      gathered.add(chunk)
      if (gathered.length > mostBytes)
        throw new PackageBroken('The response from the registry is larger than 16 MB.')
    }
  } catch (error) {
    if (error instanceof PackageBroken) throw error
    throw new RegistryUnavailable(
      `The registry's response could not be read completely: ${errorText(error)}`,
      {
        cause: error,
      },
    )
  }
  const { buffer, byteOffset, length } = gathered.join()
  return Buffer.from(buffer, byteOffset, length)
}

/** Digest algorithms that an integrity value can contain, strongest first. */
const digests = ['sha512', 'sha384', 'sha256', 'sha1']

/**
 * @throws PackageBroken if the archive does not match the strongest digest, or if there is no digest.
 * @see Subresource Integrity, section 3.3
 */
function assertIntegrity(archive: Buffer, integrity: string): void {
  const given = integrity.split(/\s+/).map((entry) => /^([a-z0-9]+)-([A-Za-z0-9+/]+=*)/.exec(entry) ?? [])
  for (const digest of digests) {
    const expected = given.filter(([, name]) => name === digest).map(([, , value = '']) => value)
    if (expected.length === 0) continue
    const actual = createHash(digest).update(archive).digest()
    if (expected.some((value) => isSame(actual, Buffer.from(value, 'base64')))) return
    throw new PackageBroken('The archive does not match its checksum in the registry.')
  }
  throw new PackageBroken('The registry provides no checksum for the archive.')
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Converts a SHA-1 digest to an integrity value, because old versions have only this digest. */
function sha1Integrity(shasum: string | undefined): string {
  return shasum === undefined ? '' : `sha1-${Buffer.from(shasum, 'hex').toString('base64')}`
}

type Members = Readonly<Record<string, unknown>>

function parse(text: string): Members {
  try {
    return members(JSON.parse(text))
  } catch (error) {
    throw new RegistryUnavailable('The response from the registry is not JSON.', { cause: error })
  }
}

function members(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
