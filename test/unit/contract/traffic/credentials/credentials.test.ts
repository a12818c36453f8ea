import { runContract, type Target, TargetError } from '@concordat/contract'
import type { DocumentDescriptor, SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { OTHER_PET_KEY, PET_KEY } from '../../pet/pet-caller.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { PetService } from '../../pet/pet-service.ts'

/** Returns the pet document with another security scheme. */
function documentWith(scheme: SecuritySchemeDescriptor): DocumentDescriptor {
  return { ...petDocument, securitySchemes: { PetKey: scheme } }
}

/** Returns the first request of a run, which contains the credential. */
async function firstRequest(scheme: SecuritySchemeDescriptor, credential: string): Promise<Request> {
  const seen: Request[] = []
  const target: Target = {
    baseUrl: 'http://pets.test',
    credentials: { PetKey: credential },
    fetch: async (request) => {
      seen.push(request)
      return Response.json({ detail: 'No.' }, { status: 404 })
    },
  }
  const select = { operations: ['listPets'], rules: ['conformance'] }
  await runContract({ document: documentWith(scheme), target, select })
  return seen[0]!
}

describe('a credential travels as its scheme says', () => {
  const header = async (scheme: SecuritySchemeDescriptor, credential: string, name: string) =>
    (await firstRequest(scheme, credential)).headers.get(name)

  test('as an API key in a header, a cookie or the query', async () => {
    expect(await header({ type: 'apiKey', in: 'header', name: 'X-Key' }, 'k-1', 'x-key')).toBe('k-1')
    const inQuery = await firstRequest({ type: 'apiKey', in: 'query', name: 'key' }, 'k 2')
    expect(new URL(inQuery.url).searchParams.get('key')).toBe('k 2')
  })

  test('a cookie goes as it came, and is encoded only where no cookie could be so', async () => {
    const scheme = { type: 'apiKey', in: 'cookie', name: 'session' } as const
    expect(await header(scheme, 's%3Aabc=', 'cookie')).toBe('session=s%3Aabc=')
    expect(await header(scheme, 'a b;c', 'cookie')).toBe('session=a%20b%3Bc')
  })

  test('as basic, bearer, OAuth and OpenID Connect', async () => {
    expect(await header({ type: 'http', scheme: 'basic' }, 'me:secret', 'authorization')).toBe(
      'Basic bWU6c2VjcmV0',
    )
    for (const scheme of [
      { type: 'http', scheme: 'bearer' },
      { type: 'oauth2' },
      { type: 'openIdConnect' },
    ] as const)
      expect(await header(scheme, 'token-1', 'authorization')).toBe('Bearer token-1')
  })

  test('but not for a scheme whose credential is computed for each request', async () => {
    await expect(firstRequest({ type: 'http', scheme: 'digest' }, 'me:secret')).rejects.toThrow(
      /The security scheme "PetKey" uses HTTP "digest", .* does not support that. Fix: /,
    )
  })

  test('and not as basic without a colon, which is told without the credential', async () => {
    const basic = { type: 'http', scheme: 'basic' } as const
    const failure = await firstRequest(basic, 's3cret').catch((error: Error) => error)
    expect(failure).toBeInstanceOf(TargetError)
    expect(String(failure)).toContain(
      'The credential for the security scheme "PetKey" has no ":", but HTTP Basic needs a user name and a password. Fix: set CONCORDAT_KEY or CONCORDAT_CREDENTIAL_PETKEY to "user:password", or use { username, password } in the configuration.',
    )
    expect(String(failure)).not.toContain('s3cret')
    const target = { ...new PetService().target(), credentials: { PetKey: 'me:' } }
    const stranger = { ...target, otherCredentials: { PetKey: async () => 'printed' } }
    await expect(runContract({ document: documentWith(basic), target: stranger })).rejects.toThrow(
      'set CONCORDAT_OTHER_KEY to "user:password", or',
    )
  })

  test('and not for a scheme that the document does not have', async () => {
    const target = { ...new PetService().target(), credentials: { Other: 'key' } }
    await expect(runContract({ document: petDocument, target })).rejects.toThrow(
      'A credential is given for the security scheme "Other", but "Pets" has no such scheme. Expected one of: "PetKey".',
    )
  })
})

/** A service whose keys expire after a number of requests. Each key from `issue` is valid until then. */
class ExpiringService {
  readonly service = new PetService()
  readonly issued: string[] = []
  #valid = ''
  #left = 0
  readonly #lifetime: number

  constructor(lifetime: number) {
    this.#lifetime = lifetime
  }

  readonly issue = async (): Promise<string> => {
    this.#valid = `session-${this.issued.length}-Xy27q`
    this.#left = this.#lifetime
    this.issued.push(this.#valid)
    return this.#valid
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const given = request.headers.get('authorization')
    if (given?.includes('session-') !== true) return this.service.answer(request)
    const isGood = given === `Bearer ${this.#valid}` && this.#left-- > 0
    const headers = new Headers(request.headers)
    headers.set('authorization', isGood ? `Bearer ${PET_KEY}` : 'Bearer nobody')
    return this.service.answer(new Request(request, { headers }))
  }
}

describe('a credential from a source', () => {
  const select = { rules: ['conformance', 'lifecycle', 'authentication'] }

  test('is got once, and again each time that it has expired', async () => {
    const expiring = new ExpiringService(25)
    const target = {
      ...expiring.service.target(),
      credentials: { PetKey: expiring.issue },
      fetch: expiring.fetch,
    }
    const report = await runContract({ document: petDocument, target, select })
    expect(report.results.filter(({ outcome }) => outcome.status !== 'passed')).toEqual([])
    expect(expiring.issued.length).toBeGreaterThan(2)
    expect(expiring.service.pets.size).toBe(0)
    for (const key of expiring.issued) expect(JSON.stringify(report)).not.toContain(key)
  })

  test('is got once more only, where one operation refuses it always', async () => {
    const expiring = new ExpiringService(Number.POSITIVE_INFINITY)
    const target: Target = {
      ...expiring.service.target(),
      credentials: { PetKey: expiring.issue },
      fetch: async (request) =>
        request.url.endsWith('/retire')
          ? Response.json({ detail: 'No.' }, { status: 401 })
          : expiring.fetch(request),
    }
    const report = await runContract({
      document: petDocument,
      target,
      select: { rules: ['conformance', 'transition'] },
    })
    expect(expiring.issued).toHaveLength(2)
    const failed = report.results.filter(({ outcome }) => outcome.status === 'failed')
    expect(failed.map(({ operationId }) => operationId)).toEqual(['retirePet'])
  })

  test('that fails ends the run with its message', async () => {
    const failing = () => Promise.reject(new TargetError('The login failed.'))
    const target = { ...new PetService().target(), credentials: { PetKey: failing } }
    await expect(runContract({ document: petDocument, target })).rejects.toThrow('The login failed.')
  })

  test('serves the other tenant and chosen scopes too', async () => {
    const service = new PetService('tenants-share', 'scopes-ignored')
    const target: Target = {
      ...service.target(),
      credentials: { PetKey: async () => PET_KEY },
      otherCredentials: { PetKey: async () => OTHER_PET_KEY },
    }
    const rules = ['tenancy', 'scopes']
    const report = await runContract({ document: petDocument, target, select: { rules } })
    const failing = report.results.flatMap(({ rule, outcome }) => (outcome.status === 'failed' ? [rule] : []))
    expect([...new Set(failing)].toSorted()).toEqual(['scopes', 'tenancy'])
  })
})
