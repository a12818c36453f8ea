import { type HttpConnection, logInWithCookies, transportOf } from '@concordat/contract/access'
import { describe, expect, test } from 'vitest'
import { behind, type Door, djangoDoor, jsonDoor, laravelDoor, railsDoor } from '../../../../e2e/cli/doors.ts'
import { HANG_MS } from '../../../../waiting.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** Logs in at a door, and writes until cookies have rotated. @returns the distinct statuses of the writes. */
async function enter(
  door: Door,
  { url, body, headers, page }: { url: string; body: string; headers: Record<string, string>; page?: string },
): Promise<readonly number[]> {
  const send = behind(door, async () => new Response(null, { status: 204 }))
  const connection: HttpConnection = {
    baseUrl: 'http://app.test/api',
    timeoutMs: HANG_MS,
    transport: transportOf({ fetch: send }),
  }
  const question = { purpose: 'The login', url: `http://app.test${url}`, method: 'POST', body, headers }
  const session = await logInWithCookies(question, { page: page && `http://app.test${page}` }, connection)
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) {
    const wire = { method: 'POST', url: new URL('http://app.test/api/notes'), headers: new Headers() }
    session.carry(wire)
    // A browser that keeps the token as a cookie would have read it again.
    const { status, headers: answered } = await send(
      new Request(wire.url, { method: 'POST', headers: wire.headers }),
    )
    session.learn(answered)
    statuses.push(status)
  }
  return [...new Set(statuses)]
}

describe('a login that sets cookies', () => {
  test('as Laravel does, whose token is had at an address of its own', async () => {
    const login = { url: '/login', body: '{"email":"ada@a.test","password":"pw"}', headers: JSON_TYPE }
    expect(await enter(laravelDoor(), login)).toEqual([204])
    expect(await enter(laravelDoor(), { ...login, page: '/sanctum/csrf-cookie' })).toEqual([204])
  })

  test('as Rails does, whose token stands in pages, another for who has logged in', async () => {
    const login = { url: '/session', body: 'user=ada&password=pw', headers: FORM, page: '/session/new' }
    expect(await enter(railsDoor(), login)).toEqual([204])
  })

  test('with a token in a JSON answer, which names its header', async () => {
    expect(await enter(jsonDoor(), { url: '/login', body: '{"user":"ada"}', headers: JSON_TYPE })).toEqual([
      204,
    ])
  })

  test('as Django does, whose token is a cookie that changes', async () => {
    const body = 'username=ada&password=pw-ada-4711'
    expect(await enter(djangoDoor(), { url: '/accounts/login/', body, headers: FORM })).toEqual([204])
  })

  test('says when the form comes again, and when no cookie is set', async () => {
    const wrong = { url: '/accounts/login/', body: 'username=ada&password=wrong', headers: FORM }
    await expect(enter(djangoDoor(), wrong)).rejects.toThrow(
      'The login failed: POST http://app.test/accounts/login/ returned the login form again. Fix: correct the user name and password',
    )
    await expect(
      enter(() => Response.json({}), { url: '/login', body: '{}', headers: JSON_TYPE }),
    ).rejects.toThrow('the response to POST http://app.test/login sets no session cookie. Fix: ')
  })
})
