import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const bridge = {
  type: 'object',
  properties: { id: text, driver: text, opened: { type: 'string', format: 'date-time' }, closed: nullable() },
}

function nullable(): object {
  return { type: ['string', 'null'] }
}

test('an example shows no text for a missing value unless it is requested by name', async () => {
  const document = await described({
    '/bridges': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: bridge }) },
    },
    '/tolls': {
      get: { operationId: 'tolls', responses: answers(bridge) },
    },
  })
  const shown = { id: 'none', driver: 'null', opened: '0001-01-01T00:00:00Z', closed: 'None' }
  const examplesOf = (value: unknown) => ({ 200: { 'application/json': { default: value } } })
  const mock = createMock(document, {
    examples: { list: examplesOf([shown]), tolls: examplesOf(shown) },
  })
  const read = async (path: string, prefer = '') => {
    const headers = prefer === '' ? {} : { prefer }
    return (await mock(new Request(`http://mock.test${path}`, { headers }))).json()
  }
  const time = expect.stringMatching(/^(?!0001)\d{4}-\d\d-\d\dT/)
  const sound = { id: 'none', driver: 'null', opened: time, closed: null }
  const [first] = await read('/bridges')
  expect(first).toEqual(sound)
  expect(await read('/tolls')).toEqual(sound)
  expect(await read('/tolls')).toEqual(await read('/tolls'))
  expect(await read('/tolls', 'example=default')).toEqual(shown)
})
