import type { Credential } from '@concordat/contract'
import { readWfc, transportOf, type WfcUser, wfcIdentity } from '@concordat/contract/access'
import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { HANG_MS } from '../../../../waiting.ts'
import { petDocument } from '../../pet/pet-document.ts'

function usersOf(file: unknown): readonly WfcUser[] {
  const read = readWfc(file)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.users
}

/**
 * Returns the credentials that requests of the file's first user contain, and the requests that obtained
 * them.
 */
async function firstIdentity(
  file: unknown,
  schemes: Readonly<Record<string, SecuritySchemeDescriptor>>,
  answer: () => Response = () => new Response(null, { status: 500 }),
) {
  const asked: string[] = []
  const { credentials, headers } = wfcIdentity(usersOf(file)[0]!, {
    document: { ...petDocument, securitySchemes: schemes },
    connection: {
      baseUrl: 'http://api.test',
      timeoutMs: HANG_MS,
      transport: transportOf({
        fetch: async (request) => {
          asked.push(
            `${request.method} ${request.url} ${request.headers.get('content-type')} ${await request.text()}`,
          )
          return answer()
        },
      }),
    },
  })
  const text = async (credential: Credential) => {
    const made = typeof credential === 'string' ? credential : await credential({ scheme: '' })
    return typeof made === 'string' ? made : made.text
  }
  const texts = async (all: Readonly<Record<string, Credential>>) =>
    Object.fromEntries(
      await Promise.all(Object.entries(all).map(async ([name, value]) => [name, await text(value)] as const)),
    )
  return { credentials: await texts(credentials), headers: await texts(headers), asked }
}

const Bearer = { type: 'http', scheme: 'bearer' } as const
const Basic = { type: 'http', scheme: 'basic' } as const
const Key = { type: 'apiKey', in: 'header', name: 'X-Key' } as const
const Session = { type: 'apiKey', in: 'cookie', name: 'session' } as const

describe('fixed headers', () => {
  const carrying = (name: string, value: string) => ({
    auth: [{ name: 'FOO', fixedHeaders: [{ name, value }] }],
  })

  test('belong to the schemes whose credentials travel so', async () => {
    const schemes = { Bearer, Basic, Key, Session, OAuth: { type: 'oauth2' } } as const
    const credentials = async (name: string, value: string) =>
      (await firstIdentity(carrying(name, value), schemes)).credentials
    expect(await credentials('Authorization', ' Bearer abc')).toEqual({ Bearer: 'abc', OAuth: 'abc' })
    expect(await credentials('authorization', `Basic ${btoa('me:pw')}`)).toEqual({ Basic: 'me:pw' })
    expect(await credentials('x-key', 'k')).toEqual({ Key: 'k' })
    expect(await credentials('Cookie', 'a=1; session=s')).toEqual({ Session: 's' })
  })

  test('go with every request where the document has no such scheme', async () => {
    const { credentials, headers } = await firstIdentity(carrying('X-User', 'me'), { Bearer })
    expect([credentials, headers]).toEqual([{}, { 'X-User': 'me' }])
  })
})

describe('a login', () => {
  const file = {
    auth: [
      { name: 'foo', loginEndpointAuth: { payloadRaw: '{"username":"foo"}' } },
      {
        name: 'bar',
        loginEndpointAuth: {
          payloadUserPwd: {
            username: 'bar',
            password: 456,
            usernameField: 'username',
            passwordField: 'password',
          },
        },
      },
    ],
    authTemplate: {
      loginEndpointAuth: {
        endpoint: '/login',
        verb: 'POST',
        contentType: 'application/json',
        expectCookies: true,
      },
    },
  }

  test('of cookies, with what the template adds', async () => {
    const answer = () => new Response(null, { headers: { 'set-cookie': 'session=abc%3D; Path=/' } })
    const { credentials, asked } = await firstIdentity(file, { Bearer, Session }, answer)
    expect(credentials).toEqual({ Session: 'abc%3D' })
    expect(asked).toEqual([
      'GET http://api.test/login null ',
      'POST http://api.test/login application/json {"username":"foo"}',
    ])
    expect((await firstIdentity(file, { Bearer }, answer)).credentials).toEqual({
      Cookie: 'session=abc%3D',
    })
    const other = () => new Response(null, { headers: { 'set-cookie': 'theme=dark' } })
    await expect(firstIdentity(file, { Session }, other)).rejects.toThrow(
      'The login of "foo" failed: the response to POST http://api.test/login sets no cookie "session".',
    )
  })

  test('writes user and password as the content type says', () => {
    const bodyOf = (contentType: string) => {
      const { authTemplate } = file
      const loginEndpointAuth = { ...authTemplate.loginEndpointAuth, contentType }
      return usersOf({ ...file, authTemplate: { loginEndpointAuth } })[1]?.login?.body
    }
    expect(bodyOf('application/json')).toBe('{"username":"bar","password":"456"}')
    expect(bodyOf('application/x-www-form-urlencoded')).toBe('username=bar&password=456')
  })

  test.each([
    { extractFromField: '/token/value', httpHeaderName: 'Authorization', headerPrefix: 'Bearer ' },
    {
      extractFrom: 'body',
      extractSelector: '/token/value',
      sendIn: 'header',
      sendName: 'Authorization',
      sendTemplate: 'Bearer {token}',
    },
  ])('of a token, however its place is written', async (token) => {
    const loginEndpointAuth = { externalEndpointURL: 'https://id.test/in', verb: 'GET', token }
    const { credentials, asked } = await firstIdentity(
      { auth: [{ name: 'foo', loginEndpointAuth }] },
      { Bearer },
      () => Response.json({ token: { value: 'abc' } }),
    )
    expect(credentials).toEqual({ Bearer: 'abc' })
    expect(asked).toEqual(['GET https://id.test/in null '])
  })

  test('of a token in a header', () => {
    const place = (token: object) =>
      usersOf({ auth: [{ name: 'foo', loginEndpointAuth: { endpoint: '/in', token } }] })[0]?.login?.token
    expect(place({ extractFromHeader: 'X-Auth' })).toEqual({ header: 'X-Auth' })
    expect(place({ extractFrom: 'header', extractSelector: 'X-Auth' })).toEqual({ header: 'X-Auth' })
  })
})

test('a wrong file names everything that is wrong', () => {
  expect(readWfc({ users: [] })).toEqual({ problems: ['"auth" must be a list of at least one user.'] })
  const auth = [
    { name: 'a' },
    { fixedHeaders: [{ name: 'X' }] },
    { name: 'c', loginEndpointAuth: { token: { extractFromField: 'token' } } },
    { name: 'd', loginEndpointAuth: { endpoint: '/in' } },
  ]
  expect(readWfc({ auth })).toEqual({
    problems: [
      'auth[0] needs a header in "fixedHeaders", or a "loginEndpointAuth".',
      'auth[1] has no "name".',
      'auth[1].fixedHeaders[0] has no "value".',
      'auth[2].loginEndpointAuth needs a string in "endpoint" or "externalEndpointURL".',
      'auth[2].loginEndpointAuth.token does not say where the token is: "extractSelector" or "extractFromField" must be a JSON Pointer such as "/token", or "extractFromHeader" the name of a header.',
      'auth[3].loginEndpointAuth has neither "token" nor "expectCookies: true".',
    ],
  })
})
