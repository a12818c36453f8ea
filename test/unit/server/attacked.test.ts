import { join } from 'node:path'
import { createMock } from '@concordat/mock'
import { createApp } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { bodies } from '../../../bench/attack/bodies.ts'
import { readDocument } from '../../../generator/pipeline/read-document.ts'

/** Attacks that run quickly. The long run includes all of them, with their times. */
const QUICK = [
  'distinct names, just within the limit',
  'names in another order',
  'a form of 1,000 brackets',
  'a filter 200 deep',
  'an invalid filter 200 levels deep',
  'alternatives that double',
  '1 MB file names',
  'heads of 56 kB',
]

const document = join(import.meta.dirname, '../../../bench/attack/openapi.yaml')
const { descriptor } = (await readDocument({ document, overlays: [] })).model
const taken = () => ({ status: 204 })
const read = () => ({ status: 200, body: [] })
const handlers = Object.fromEntries(
  descriptor.operations.map(({ operationId, method }) => [operationId, method === 'GET' ? read : taken]),
)

test.each([
  ['a server', createApp(descriptor, { handlers, validateResponses: 'off' })],
  ['the mock', createMock(descriptor)],
])('%s answers attempts to hold it up as it should', async (_, answer) => {
  const chosen = bodies.filter(({ name }) => QUICK.includes(name))
  expect(chosen).toHaveLength(QUICK.length)
  for (const { name, statuses, make } of chosen)
    for (const { method = 'POST', path, headers = {}, body } of make()) {
      const init = { method, headers, ...(body !== undefined && { body: String(body) }) }
      const { status } = await answer(new Request(`http://host${path}`, init))
      expect(statuses, `${name}: ${status}`).toContain(status)
    }
})
