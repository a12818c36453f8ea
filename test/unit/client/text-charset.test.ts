import { expect, test } from 'vitest'
import { createClient } from '../../golden/reading-path-parameter-twice/expected/client.ts'

const answered = (bytes: readonly number[], contentType: string) => {
  const fetch = async () => new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
  return createClient({ baseUrl: 'http://a.test', fetch }).exportPet({ path: { petId: 7 } })
}

test.each([
  ['text/csv; charset=iso-8859-1', [0xe9]],
  ['text/csv; header=present; charset="ISO-8859-1"', [0xe9]],
  ['text/csv; charset=utf-16le', [0xe9, 0]],
  ['text/csv; charset=UTF-8', [0xc3, 0xa9]],
  ['text/csv', [0xc3, 0xa9]],
  ['text/csv; charset=nothing-known', [0xc3, 0xa9]],
])('a text is read by its charset: %s', async (contentType, bytes) => {
  expect(await answered(bytes, contentType)).toBe('é')
})

test('the value of a name that a path has twice is written at both places', async () => {
  let url = ''
  const fetch = async (request: Request) => {
    url = request.url
    return new Response('a', { headers: { 'content-type': 'text/csv' } })
  }
  await createClient({ baseUrl: 'http://a.test', fetch }).exportPet({ path: { petId: 7 } })
  expect(url).toBe('http://a.test/pets/7/copies/7.csv')
})
