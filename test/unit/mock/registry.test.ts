import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test('a made-up value is one that every operation can show, and that a filter has a word for', async () => {
  const mock = await mockOf('registry.yaml')
  const { body } = await send(mock, 'POST /snippets', { body: { text: 'a' } })
  const { id, url, size, state } = body as { id: string; url: string; size: number; state: string }
  expect(URL.canParse(url)).toBe(true)
  expect(size).toBeLessThanOrEqual(10)
  expect(['open', 'closed', 'any']).toContain(state)
  const all = (await send(mock, 'GET /snippets')).body as { id: string; url: string }[]
  expect(all.find((snippet) => snippet.id === id)).toMatchObject({ url, size, state })
})

test.each(['/snippets', '/drafts'])('the same holds for what %s lists at first', async (path) => {
  const { body } = await send(await mockOf('registry.yaml'), `GET ${path}`)
  expect((body as { state: string }[]).map(({ state }) => state)).toEqual(['open', 'open', 'open'])
})

test('what only the answer to a create names is found under that name', async () => {
  const mock = await mockOf('registry.yaml')
  const { body } = await send(mock, 'POST /registries/main/proofs', { body: { bundle: 'mine' } })
  const { id } = body as { id: number }
  expect((await send(mock, `GET /registries/main/proofs/${id}`)).status).toBe(200)
  expect((await send(mock, `GET /registries/main/proofs/${id + 1}`)).status).toBe(400)
})

test('an action shows more of a part, and of what others show of it the same', async () => {
  const mock = await mockOf('registry.yaml')
  const { body } = await send(mock, 'POST /spaces', { body: { label: 'Lab' } })
  const { id, source } = body as { id: number; source: { title: string; link: string } }
  const published = await send(mock, `POST /spaces/${id}/publish`)
  expect(published.body).toMatchObject({ id, label: 'Lab', source: { ...source, size: expect.any(Number) } })
})

test('the kind in a name of two parts is no item by itself', async () => {
  const mock = await mockOf('registry.yaml')
  const [first] = (await send(mock, 'GET /packages')).body as { name: string }[]
  expect((await send(mock, `GET /packages/maven/${encodeURIComponent(first?.name ?? '')}`)).status).toBe(200)
})

test('what shows another of its kind in a member is the item itself', async () => {
  const mock = await mockOf('registry.yaml')
  const { body } = await send(mock, 'POST /mirrors', { body: { title: 'Mine' } })
  expect(body).toMatchObject({ title: 'Mine', private: false })
})

test('a list in another media type has its items in the schema of that', async () => {
  const mock = await mockOf('registry.yaml')
  const headers = { accept: 'application/vnd.starred+json' }
  const { body } = await send(mock, 'GET /mirrors', { headers })
  const starred = {
    starred_at: expect.any(String),
    mirror: expect.objectContaining({ id: expect.any(Number) }),
  }
  expect(body).toEqual([starred, starred, starred])
})

test('a success lists no errors around its item', async () => {
  const mock = await mockOf('registry.yaml')
  const { body } = await send(mock, 'POST /zones', { body: { label: 'North' } })
  expect(body).toEqual({ success: true, errors: [], result: { id: expect.any(String), label: 'North' } })
})
