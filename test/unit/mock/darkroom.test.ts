import type { Mock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

const BYTES = Uint8Array.of(0, 128, 255, 13, 10)

function request(mock: Mock, line: string, body: BodyInit): Promise<Response> {
  const [method = '', path = ''] = line.split(' ')
  const headers = { ...(body instanceof Uint8Array && { 'content-type': 'application/octet-stream' }) }
  return mock(new Request(`http://mock.test${path}`, { method, body, headers }))
}

async function upload(mock: Mock): Promise<{ readonly id: string }> {
  const form = new FormData()
  form.set('caption', 'Rain')
  form.set('file', new Blob([BYTES], { type: 'image/webp' }), 'rain.webp')
  return (await request(mock, 'POST /photos', form)).json()
}

async function download(mock: Mock, path: string) {
  const answer = await mock(new Request(`http://mock.test${path}`))
  return { type: answer.headers.get('content-type'), bytes: new Uint8Array(await answer.arrayBuffer()) }
}

test('the item of an uploaded file describes it', async () => {
  const mock = await mockOf('darkroom.yaml')
  const added = await upload(mock)
  expect(added).toMatchObject({
    ...{ caption: 'Rain', size: 5, mime_type: 'image/webp' },
    sha256: '800dd28a75a5b25650c7017756a8637a27fdf5779f8bcd50f7e10892c751b307',
  })
  expect((await send(mock, `GET /photos/${added.id}`)).body).toEqual(added)
})

test('a file downloads as it was uploaded, until its item is deleted', async () => {
  const mock = await mockOf('darkroom.yaml')
  const { id } = await upload(mock)
  expect(await download(mock, `/photos/${id}/content`)).toEqual({ type: 'image/webp', bytes: BYTES })
  expect((await send(mock, `DELETE /photos/${id}`)).status).toBe(204)
  expect((await send(mock, `GET /photos/${id}/content`)).status).toBe(404)
})

test('a file that is the whole body downloads from its own path, and the last one replaces others', async () => {
  const mock = await mockOf('darkroom.yaml')
  await request(mock, 'PUT /masks/red', Uint8Array.of(1, 2, 3, 4, 5, 6))
  const stored = await request(mock, 'PUT /masks/red', BYTES)
  expect(await stored.json()).toEqual({ bytes: 5 })
  expect((await download(mock, '/masks/red')).bytes).toEqual(BYTES)
})
