import { expect, test } from 'vitest'
import { findingsBy } from '../../pet/pet-behaviour.ts'
import { PET_KEY } from '../../pet/pet-caller.ts'

/** A server that requires a key only if `isGuarded` recognises the path. */
const guarding = (isGuarded: (path: string) => boolean, isFound = true) =>
  findingsBy(
    async (request, send) => {
      const url = new URL(request.url)
      const usual = url.pathname.toLowerCase().replace(/\/$/, '')
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
  ['capital letters', (path: string) => path.endsWith('/'), /without a credential at \/PETS \| status 200/],
])('a server that guards no path with %s is told', async (_, isGuarded, expected) => {
  expect(await guarding(isGuarded)).toContainEqual(expect.stringMatching(expected))
})
