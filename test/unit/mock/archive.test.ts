import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test('a list beside an item is as long as it says', async () => {
  const mock = await mockOf('archive.yaml')
  const { runs } = (await send(mock, 'GET /runs')).body as { runs: { id: string }[] }
  const { body } = await send(mock, `GET /runs/${runs[0]?.id}`)
  const { results, meta } = body as { results: unknown[]; meta: { total: number } }
  expect(meta.total).toBe(results.length)
})

test('what was never asked for cannot be deleted', async () => {
  const mock = await mockOf('archive.yaml')
  await send(mock, 'POST /catalogues', { body: { name: 'maps' } })
  expect((await send(mock, 'DELETE /catalogues/maps/shelves/top')).status).toBe(404)
  expect((await send(mock, 'GET /catalogues/maps/shelves/top/labels')).status).toBe(200)
  expect((await send(mock, 'DELETE /catalogues/maps/shelves/top')).status).toBe(204)
})
