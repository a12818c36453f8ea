import { expect, test } from 'vitest'
import { findingsBy } from '../../pet/pet-behaviour.ts'
import { PET_KEY } from '../../pet/pet-caller.ts'

/** A server that requires a key only if `isGuarded` recognises the path. */
const guarding = (isGuarded: (path: string) => boolean, isFound = true) =>
  findingsBy(
    async (request, send) => {
      const url = new URL(request.url)
      const usual = decodeURIComponent(url.pathname).toLowerCase().replace(/\/$/, '')
      if (request.method !== 'GET' || url.pathname === usual) return send(request)
      if (!isFound) return new Response(null, { status: 404 })
      const found = new Request(new URL(usual + url.search, url), request)
      if (!isGuarded(url.pathname)) found.headers.set('authorization', `Bearer ${PET_KEY}`)
      return send(found)
    },
    { rules: ['authentication'] },
  )

test('a server that knows one spelling of its paths, or guards all, breaks nothing', async () => {
  expect(await guarding(() => true)).toEqual([])
  expect(await guarding(() => false, false)).toEqual([])
})

test.each([
  [
    'a slash at its end',
    (path: string) => !path.endsWith('/'),
    /without a credential at \/pets\/ \| status 200/,
  ],
  [
    'an escaped letter',
    (path: string) => !path.includes('%'),
    /without a credential at \/%70ets \| status 200/,
  ],
  [
    'capital letters',
    (path: string) => path === path.toLowerCase(),
    /without a credential at \/PETS \| status 200/,
  ],
])('a server that guards no path with %s is told', async (_, isGuarded, expected) => {
  expect(await guarding(isGuarded)).toContainEqual(expect.stringMatching(expected))
})

test('a server that takes callers of its own machine for users is told', async () => {
  const found = await findingsBy(
    (request, send) => {
      const isLocal = request.headers.get('x-forwarded-for') === '127.0.0.1'
      if (!isLocal) return send(request)
      const trusted = new Request(request)
      trusted.headers.set('authorization', `Bearer ${PET_KEY}`)
      return send(trusted)
    },
    { rules: ['authentication'] },
  )
  expect(found).toContainEqual(
    expect.stringMatching(/without a credential with X-Forwarded-For, .* \| status 200/),
  )
})
