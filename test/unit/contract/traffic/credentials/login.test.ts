import {
  type Grant,
  type HttpConnection,
  oauthToken,
  requestLoginToken,
  type TokenPlace,
  transportOf,
} from '@concordat/contract/access'
import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { HANG_MS } from '../../../../waiting.ts'
import { closeAll, listen } from '../../support/listen.ts'

/** Responds to each URL as listed, and keeps the requests. */
function connectionTo(answers: Readonly<Record<string, () => Response>>) {
  const asked: { method: string; url: string; authorization: string | null; body: string }[] = []
  const connection: HttpConnection = {
    baseUrl: 'http://api.test/v1/',
    timeoutMs: HANG_MS,
    transport: transportOf({
      fetch: async (request) => {
        const { method, url, headers } = request
        asked.push({ method, url, authorization: headers.get('authorization'), body: await request.text() })
        return answers[url]?.() ?? new Response('nobody', { status: 404 })
      },
    }),
  }
  return { asked, connection }
}

describe('a login takes the token', () => {
  const answer = () => {
    const headers = new Headers({ 'content-type': 'application/json', 'x-token': 'in-header' })
    headers.append('set-cookie', 'session=in-cookie; Path=/; HttpOnly')
    headers.append('set-cookie', 'theme=dark')
    return new Response('{"data":[{"a/b":"in-body"}]}', { headers })
  }
  const question = { purpose: 'The login', url: '/login', method: 'POST', body: '{"user":"me"}' }
  const take = (place: TokenPlace) =>
    requestLoginToken(question, place, connectionTo({ 'http://api.test/v1/login': answer }).connection)

  test.each<[TokenPlace, string]>([
    [{ pointer: '/data/0/a~1b' }, 'in-body'],
    [{ header: 'X-Token' }, 'in-header'],
    [{ cookie: 'session' }, 'in-cookie'],
    [{ cookies: true }, 'session=in-cookie; theme=dark'],
  ])('at %j', async (place, token) => {
    expect(await take(place)).toBe(token)
  })

  test.each<[TokenPlace, string]>([
    [{ pointer: '/token' }, 'no string or number at "/token"'],
    [{ header: 'X-Other' }, 'no header "X-Other"'],
    [{ cookie: 'other' }, 'no cookie "other"'],
  ])('or says that there is none at %j', async (place, message) => {
    await expect(take(place)).rejects.toThrow(
      `The login failed: the response to POST http://api.test/v1/login has ${message}. Fix: `,
    )
  })

  test('of a plain text', async () => {
    const { connection } = connectionTo({ 'http://api.test/v1/login': () => new Response(' abc \n') })
    expect(await requestLoginToken(question, { pointer: '' }, connection)).toBe('abc')
  })

  test('and says what went wrong', async () => {
    const refusing = connectionTo({ 'http://api.test/v1/login': () => new Response('no', { status: 403 }) })
    await expect(requestLoginToken(question, { pointer: '' }, refusing.connection)).rejects.toThrow(
      'The login failed: POST http://api.test/v1/login returned 403 no.',
    )
    const nobody = { baseUrl: await listen(() => {}), timeoutMs: HANG_MS, transport: transportOf({}) }
    closeAll()
    await expect(requestLoginToken(question, { pointer: '' }, nobody)).rejects.toThrow(
      /The login failed at POST http:\/\/127\.0\.0\.1:\d+\/login: nothing is listening there/,
    )
    await expect(
      requestLoginToken({ ...question, url: 'http://' }, { pointer: '' }, { ...nobody, baseUrl: '' }),
    ).rejects.toThrow('"http://" is not a URL')
  })
})

describe('a token request', () => {
  const token = () => Response.json({ access_token: 'token-7', expires_in: 60 })
  const ask = async (scheme: SecuritySchemeDescriptor, grant: Grant) => {
    const { asked, connection } = connectionTo({
      'http://api.test/v1/oauth/token': token,
      'https://id.test/token': token,
      'https://id.test/.well-known/openid-configuration': () =>
        Response.json({ token_endpoint: 'https://id.test/token' }),
    })
    expect(await oauthToken({ name: 'Login', scheme }, grant, connection)).toBe('token-7')
    return asked
  }

  test('of client credentials goes where the document says, relative to the server', async () => {
    const scheme = { type: 'oauth2', tokenUrls: { clientCredentials: '/oauth/token' } } as const
    expect(
      await ask(scheme, { clientId: 'a:b', clientSecret: 's&t', scopes: ['pet:read', 'pet:write'] }),
    ).toEqual([
      {
        method: 'POST',
        url: 'http://api.test/v1/oauth/token',
        authorization: `Basic ${btoa('a%3Ab:s%26t')}`,
        body: 'grant_type=client_credentials&scope=pet%3Aread+pet%3Awrite',
      },
    ])
  })

  test('has the further parameters that it is given', async () => {
    const scheme = { type: 'oauth2', tokenUrls: { clientCredentials: 'https://id.test/token' } } as const
    const parameters = { audience: 'https://api.test', grant_type: 'other' }
    const [asked] = await ask(scheme, { clientId: 'app', parameters })
    expect(asked).toMatchObject({
      body: 'audience=https%3A%2F%2Fapi.test&grant_type=client_credentials&client_id=app',
    })
  })

  test('of a user goes to the URL of the password flow', async () => {
    const scheme = { type: 'oauth2', tokenUrls: { password: 'https://id.test/token' } } as const
    const user = { username: 'me', password: 'p' }
    const [asked] = await ask(scheme, { clientId: 'app', user })
    expect(asked).toMatchObject({
      url: 'https://id.test/token',
      authorization: null,
      body: 'grant_type=password&username=me&password=p&client_id=app',
    })
  })

  test('of OpenID Connect goes where discovery says', async () => {
    const openIdConnectUrl = 'https://id.test/.well-known/openid-configuration'
    const asked = await ask(
      { type: 'openIdConnect', openIdConnectUrl },
      { clientId: 'app', clientSecret: 's' },
    )
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${openIdConnectUrl}`,
      'POST https://id.test/token',
    ])
  })

  test('of OAuth 2 goes where the metadata of its server says, where no flow does', async () => {
    const oauth2MetadataUrl = 'https://id.test/.well-known/openid-configuration'
    const flows = { password: 'https://id.test/elsewhere' }
    const asked = await ask(
      { type: 'oauth2', oauth2MetadataUrl, tokenUrls: flows },
      { clientId: 'app', clientSecret: 's' },
    )
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${oauth2MetadataUrl}`,
      'POST https://id.test/token',
    ])
  })

  const metadata = 'https://id.test/.well-known/oauth-authorization-server'
  const knownBy = (...methods: readonly string[]) => ({
    [metadata]: () =>
      Response.json({
        token_endpoint: 'https://id.test/token',
        token_endpoint_auth_methods_supported: methods,
      }),
    'https://id.test/token': () => Response.json({ access_token: 'token-7' }),
  })
  const app = { clientId: 'app', clientSecret: 's' }
  const scheme = { type: 'oauth2', oauth2MetadataUrl: metadata } as const

  test.each([
    ['client_secret_post', { authorization: null, body: expect.stringContaining('client_secret=s') }],
    ['client_secret_basic', { authorization: `Basic ${btoa('app:s')}` }],
  ])('says who the client is as the server wants it alone: %s', async (method, expected) => {
    const { asked, connection } = connectionTo(knownBy('private_key_jwt', method))
    await oauthToken({ name: 'Login', scheme }, app, connection)
    expect(asked).toHaveLength(2)
    expect(asked[1]).toMatchObject(expected)
  })

  test('is refused where the server wants what nobody here can say', async () => {
    const { connection } = connectionTo(knownBy('private_key_jwt', 'tls_client_auth'))
    await expect(oauthToken({ name: 'Login', scheme }, app, connection)).rejects.toThrow(
      'Concordat supports none of the client authentication methods that https://id.test/token accepts (private_key_jwt, tls_client_auth). Fix: use a token instead of "oauth".',
    )
  })

  test('needs a token URL', async () => {
    const { connection } = connectionTo({})
    const scheme = { type: 'oauth2', tokenUrls: { password: '/token' } } as const
    await expect(oauthToken({ name: 'Login', scheme }, { clientId: 'app' }, connection)).rejects.toThrow(
      'The token request for the security scheme "Login" failed: the document has no "clientCredentials" flow with a "tokenUrl" for this scheme. Fix: configure "tokenUrl", or use a token instead of "oauth".',
    )
  })
})
