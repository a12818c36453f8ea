import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { send } from './mock-of.ts'

const text = { type: 'string' }
const boat = {
  type: 'object',
  properties: {
    ...{ id: text, name: text },
    hull: {
      type: 'object',
      properties: {
        color: { type: ['string', 'null'] },
        paint: { type: 'object', properties: { layers: text, maker: text } },
      },
    },
  },
}
const hull = { color: 'red', paint: { layers: '2', maker: 'Ada' } }

/** Sends a change of the hull to a boat in a media type, and returns the hull that the mock then shows. */
async function changed(mediaType: string, change: object): Promise<unknown> {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
  const sent = (type: string) => ({ content: { [type]: { schema: boat } } })
  const mock = createMock(
    await described({
      '/boats': {
        post: { operationId: 'build', requestBody: sent('application/json'), responses: answers(boat) },
      },
      '/boats/{id}': {
        parameters,
        get: { operationId: 'show', responses: answers(boat) },
        patch: { operationId: 'change', requestBody: sent(mediaType), responses: answers(boat) },
      },
    }),
  )
  await send(mock, 'POST /boats', { body: { id: 'ada', name: 'Ada', hull } })
  await send(mock, 'PATCH /boats/ada', { body: { hull: change }, headers: { 'content-type': mediaType } })
  const { body } = await send(mock, 'GET /boats/ada')
  return (body as { readonly hull: unknown }).hull
}

test.each([
  ['application/json', { color: 'blue' }, { color: 'blue' }],
  ['application/merge-patch+json', { color: 'blue' }, { ...hull, color: 'blue' }],
  [
    'application/merge-patch+json',
    { color: null, paint: { layers: '3' } },
    { paint: { layers: '3', maker: 'Ada' } },
  ],
  ['application/vnd.api+json', { paint: { layers: '3' } }, { color: 'red', paint: { layers: '3' } }],
])(
  'a change in %s of %j keeps what it leaves out as far as the media type says',
  async (type, change, shown) => {
    expect(await changed(type, change)).toEqual(shown)
  },
)
