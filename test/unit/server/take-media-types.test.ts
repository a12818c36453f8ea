import { describe, expect, expectTypeOf, test } from 'vitest'
import { createApp, type Handlers } from '../../golden/server-media-types/expected/server.ts'

const handlers: Handlers = {
  addPet: async ({ body, mediaType }) => {
    expectTypeOf(body).toEqualTypeOf<{ name: string }>()
    expectTypeOf(mediaType).toEqualTypeOf<'application/json'>()
    return { status: 200, body: { ...body } }
  },
  setImage: async ({ mediaType }) => {
    expectTypeOf(mediaType).toEqualTypeOf<'image/png' | 'image/jpeg' | 'application/json'>()
    return { status: 204 }
  },
  uploadImage: async () => ({ status: 204 }),
}

describe('a server that takes some of the media types of a body', () => {
  const app = createApp({ handlers })
  const send = (method: string, path: string, mediaType: string, body: string) =>
    app(new Request(`http://a.test${path}`, { method, body, headers: { 'Content-Type': mediaType } }))

  test('those that it takes reach the handler', async () => {
    const answer = await send('POST', '/pets', 'application/json', '{"name":"Rex"}')
    expect([answer.status, await answer.json()]).toEqual([200, { name: 'Rex' }])
    expect((await send('PUT', '/pets/1/image', 'image/jpeg', 'x')).status).toBe(204)
  })

  test.each(['application/xml', 'application/x-www-form-urlencoded'])(
    '%s is answered 415',
    async (mediaType) => {
      const answer = await send('POST', '/pets', mediaType, 'name=Rex')
      expect(answer.status).toBe(415)
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('application/json') })
    },
  )

  test('a body that has none of them keeps all', async () => {
    expect((await send('POST', '/pets/1/image', 'application/octet-stream', 'x')).status).toBe(204)
  })
})
