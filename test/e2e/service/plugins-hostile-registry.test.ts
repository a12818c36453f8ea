import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createAddressPolicy } from '../../../server/outbound/address-policy.ts'
import { AddressRefused } from '../../../server/outbound/hosts.ts'
import {
  createPackageRegistry,
  PackageBroken,
  PackageUnknown,
  RegistryUnavailable,
} from '../../../server/plugins/packages/registry.ts'
import { quiet, until } from '../../waiting.ts'

const addressPolicy = createAddressPolicy(['127.0.0.1/32'])

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listen(answer: RequestListener, host = '127.0.0.1') {
  const server = createServer(answer)
  servers.push(server)
  const seen: string[] = []
  server.on('request', ({ url }) => seen.push(url ?? ''))
  server.listen(0, host)
  await once(server, 'listening')
  return { seen, url: `http://${host}:${(server.address() as AddressInfo).port}/` }
}

/** Nobody is asked there. */
const apis = { github: 'https://github.invalid', gitlab: 'https://gitlab.invalid' }

const registryOf = async (answer: RequestListener) =>
  createPackageRegistry({ url: (await listen(answer)).url, apis, addressPolicy })

const npm = (name: string) => ({ source: 'npm', name }) as const

const archive = gzipSync(Buffer.alloc(1024))
const digest = (name: string, bytes: Buffer = archive) => createHash(name).update(bytes).digest('base64')
const right = `sha512-${digest('sha512')}`

/** Returns a version whose archive a server sends. */
async function versionOf({ integrity = right, answer }: { integrity?: string; answer?: RequestListener }) {
  const { url } = await listen(answer ?? ((_, response) => response.end(archive)))
  return { version: '1.0.0', newest: '1.0.0', tarball: `${url}x.tgz`, integrity }
}

describe('an archive', () => {
  it.each([
    ['its integrity', right],
    ['one of several', `sha512-AAAA ${right}?option`],
    ['the strongest that there is', `sha1-AAAA ${right}`],
    ['an old digest alone', `sha1-${digest('sha1')}`],
  ])('is taken when it has %s', async (_, integrity) => {
    const registry = await registryOf(() => {})
    expect(await registry.download(await versionOf({ integrity }), 'ours')).toEqual([])
  })

  it.each([
    ['another integrity', `sha512-${digest('sha512', Buffer.from('other'))}`],
    ['only the weaker of two digests', `sha512-AAAA sha1-${digest('sha1')}`],
    ['no integrity', ''],
    ['an unknown digest', 'md5-AAAA'],
  ])('is refused when it has %s', async (_, integrity) => {
    const registry = await registryOf(() => {})
    const version = await versionOf({ integrity })
    await expect(registry.download(version, 'ours')).rejects.toBeInstanceOf(PackageBroken)
  })

  it('is not fetched from an address that is not allowed, named or behind a redirect', async () => {
    const hidden = await listen((_, response) => response.end(archive), '127.0.0.2')
    const registry = await registryOf(() => {})
    const redirect: RequestListener = (_, response) => response.writeHead(302, { location: hidden.url }).end()
    const named = { ...(await versionOf({})), tarball: `${hidden.url}x.tgz` }
    for (const version of [named, await versionOf({ answer: redirect })]) {
      const failure = await registry.download(version, 'ours').catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(RegistryUnavailable)
      expect((failure as Error).cause).toBeInstanceOf(AddressRefused)
    }
    const file = { ...(await versionOf({})), tarball: 'file:///etc/passwd' }
    await expect(registry.download(file, 'ours')).rejects.toBeInstanceOf(RegistryUnavailable)
    expect(hidden.seen).toEqual([])
  })

  it.each([
    ['one organization', 1, 3, () => 'ours'],
    ['many organizations', 4, 8, String],
  ] as const)('of %s comes %i at a time', async (_, most, wanted, organizationOf) => {
    const registry = await registryOf(() => {})
    let open = 0
    let mostOpen = 0
    const version = await versionOf({
      async answer(_, response) {
        mostOpen = Math.max(mostOpen, ++open)
        // Waits for as many downloads as are allowed at once, and then for any that exceed the limit.
        await until(() => mostOpen >= most)
        await quiet(100)
        open -= 1
        response.end(archive)
      },
    })
    const downloads = Array.from({ length: wanted }, (_, index) =>
      registry.download(version, organizationOf(index)),
    )
    expect(await Promise.all(downloads)).toHaveLength(wanted)
    expect(mostOpen).toBe(most)
  })

  it('is given up when it has no end, or breaks off', async () => {
    const registry = await registryOf(() => {})
    let sent = 0
    const endless: RequestListener = (_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(2 ** 16))) sent += 2 ** 16
      }
      response.on('drain', write)
      write()
    }
    await expect(registry.download(await versionOf({ answer: endless }), 'ours')).rejects.toThrow(
      'larger than 16 MB',
    )
    expect(sent).toBeLessThan(64 * 2 ** 20)
    const broken: RequestListener = (_, response) => {
      response.write('half')
      setTimeout(() => response.destroy(), 20)
    }
    await expect(registry.download(await versionOf({ answer: broken }), 'ours')).rejects.toBeInstanceOf(
      RegistryUnavailable,
    )
  })
})

describe('a package', () => {
  const tarball = 'http://127.0.0.1/x.tgz'
  const document = {
    'dist-tags': { latest: '2.0.0', next: '3.0.0-rc.1' },
    versions: {
      '1.0.0': { dist: { tarball, shasum: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' } },
      '2.0.0': { dist: { tarball, integrity: right } },
      '3.0.0-rc.1': { dist: { tarball, integrity: right } },
      '4.0.0': {},
      '5.0.0': { dist: { integrity: right } },
    },
  }
  const answer: RequestListener = (_, response) => response.end(JSON.stringify(document))

  it('is found by version, by tag, and without either the newest', async () => {
    const registry = await registryOf(answer)
    const find = async (version?: string) => {
      const found = await registry.find(version === undefined ? npm('x') : { ...npm('x'), version })
      return [found.version, found.newest, found.integrity]
    }
    expect(await find()).toEqual(['2.0.0', '2.0.0', right])
    expect(await find('next')).toEqual(['3.0.0-rc.1', '2.0.0', right])
    expect(await find('1.0.0')).toEqual(['1.0.0', '2.0.0', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='])
    for (const version of ['9.9.9', 'constructor', '__proto__', '4.0.0']) {
      await expect(find(version)).rejects.toBeInstanceOf(PackageUnknown)
    }
    await expect(find('5.0.0')).rejects.toBeInstanceOf(PackageBroken)
  })

  it.each([
    ['a failure', (_, response) => response.writeHead(500).end(), RegistryUnavailable],
    ['no JSON', (_, response) => response.end('<html>'), RegistryUnavailable],
    ['another kind of JSON', (_, response) => response.end('[1]'), PackageUnknown],
    ['null', (_, response) => response.end('null'), PackageUnknown],
    ['that there is none', (_, response) => response.writeHead(404).end(), PackageUnknown],
    ['nothing', (_, response) => response.destroy(), RegistryUnavailable],
  ] as [string, RequestListener, new (message: string) => Error][])(
    'is not found when the answer is %s',
    async (_, reply, kind) => {
      await expect((await registryOf(reply)).find(npm('x'))).rejects.toBeInstanceOf(kind)
    },
  )

  it('with a scope is asked for as one segment', async () => {
    const { url, seen } = await listen(answer)
    await createPackageRegistry({ url: `${url}npm`, apis, addressPolicy }).find(npm('@some/scoped'))
    expect(seen).toEqual(['/npm/@some%2fscoped'])
  })
})

describe('the address of a repository', () => {
  it.each([
    ['https://github.com/some/x-y.z', { source: 'github', name: 'some/x-y.z' }],
    ['http://github.com/Some/X/tree/a%2Fb/c', { source: 'github', name: 'some/x', version: 'a/b/c' }],
    ['https://gitlab.com/a/b/c/-/tags/v1', { source: 'gitlab', name: 'a/b/c', version: 'v1' }],
    ['https://github.com/some/%2e%2e/x', undefined],
    ['https://github.com/some/x%2f..', undefined],
    ['https://github.com.evil.example/some/x', undefined],
    ['https://github.com:8080/some/x', undefined],
    ['https://gitlab.com/a/b/-/issues', undefined],
    [`https://gitlab.com${'/a'.repeat(5000)}`, undefined],
  ])('in %s', (url, address) => {
    const registry = createPackageRegistry({ url: 'https://registry.example/npm', apis, addressPolicy })
    expect(registry.read(url)).toEqual(address)
  })
})

describe('the address of a package', () => {
  it.each([
    ['https://www.npmjs.com/package/x', { name: 'x' }],
    ['https://npmjs.com/package/@s/x/', { name: '@s/x' }],
    ['https://www.npmjs.com/package/x/v/1.0.0-rc.1+b', { name: 'x', version: '1.0.0-rc.1+b' }],
    ['https://registry.example/npm/@s%2fx', { name: '@s/x' }],
    ['https://registry.example/npm/x?token=secret#part', { name: 'x' }],
    ['https://registry.example/x', undefined],
    ['https://registry.example/npm/', undefined],
    ['https://registry.example/npm/-/v1/search', undefined],
    ['https://registry.example/npm/%2e%2e/x', undefined],
    ['https://www.npmjs.com/package/@s%2f..%2fx', undefined],
    ['https://www.npmjs.com.evil.example/package/x', undefined],
    ['https://www.npmjs.com@evil.example/package/x', undefined],
    [`https://www.npmjs.com/package/${'x'.repeat(215)}`, undefined],
    ['javascript:alert(1)', undefined],
  ])('in %s', (url, address) => {
    const registry = createPackageRegistry({ url: 'https://registry.example/npm', apis, addressPolicy })
    expect(registry.read(url)).toEqual(address && { source: 'npm', ...address })
  })
})
