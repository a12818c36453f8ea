import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMock } from '@concordat/mock'
import { expect, onTestFinished, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'

/** Returns the responses of a mock whose GET and POST return values of a schema. */
async function answersOf(schema: unknown): Promise<readonly unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-shapes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const responses = {
    200: {
      description: 'A value',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Value' } } },
    },
  }
  const document = {
    openapi: '3.1.1',
    info: { title: 'One schema', version: '1' },
    paths: {
      '/value': { get: { operationId: 'read', responses } },
      '/computed': { post: { operationId: 'compute', responses } },
    },
    components: { schemas: { Value: schema } },
  }
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const { model } = await readDocument({ document: join(folder, 'openapi.json') })
  const mock = createMock(model.descriptor, {
    onError: (error) => {
      throw error
    },
  })
  const answers = [
    await mock(new Request('http://127.0.0.1/value')),
    await mock(new Request('http://127.0.0.1/computed', { method: 'POST' })),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  return Promise.all(answers.map((answer) => answer.json()))
}

const TEXT = expect.any(String)

test('an answer that is null is null, and no empty text', async () => {
  expect(await answersOf({ type: 'null' })).toEqual([null, null])
})

test('an answer with a place of its own for each item is no list of alike items', async () => {
  const [read] = await answersOf({
    type: 'array',
    prefixItems: [{ type: 'integer' }, { type: 'string' }],
    items: false,
    minItems: 2,
  })
  expect(read).toEqual([expect.any(Number), TEXT])
})

test('an answer that may have no item is an empty list', async () => {
  expect(await answersOf({ type: 'array', items: false })).toEqual([[], []])
})

test('a list has no more items than it may', async () => {
  const [read] = await answersOf({
    type: 'object',
    required: ['pets'],
    properties: { pets: { type: 'array', maxItems: 2, items: { type: 'string' } } },
  })
  expect(read).toEqual({ pets: [TEXT, TEXT] })
})

test('an answer is as a condition asks for, where it holds or where it does not', async () => {
  // biome-ignore lint/suspicious/noThenProperty: a schema, no promise.
  const [read] = await answersOf({ if: { maxLength: 4 }, then: { const: 'yes' }, else: { const: 'other' } })
  expect(['yes', 'other']).toContain(read)
  expect(await answersOf({ if: { const: 1 }, else: false })).toEqual([1, 1])
})

test('an answer has what its list has to contain', async () => {
  const [read] = await answersOf({
    prefixItems: [true],
    contains: { type: 'string' },
    unevaluatedItems: false,
  })
  expect(read).toContainEqual(TEXT)
})

test('places that parts of a schema describe each are described by both', async () => {
  const parts = ['bar', 'baz'].map((item) => ({ prefixItems: [true, { const: item }] }))
  const [read] = await answersOf({ prefixItems: [{ const: 'foo' }], oneOf: parts, unevaluatedItems: false })
  expect([
    ['foo', 'bar'],
    ['foo', 'baz'],
  ]).toContainEqual(read)
})
