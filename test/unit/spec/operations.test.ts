import { describe, expect, test } from 'vitest'
import { base } from './documents.ts'
import { operationsOf, resolveIn, toRow } from './operations.ts'
import { type Row, rows } from './section-4.ts'

const key = (row: Pick<Row, 'method' | 'path'>) => `${row.method} ${row.path}`
const sorted = (row: Row): Row => ({
  ...row,
  query: row.query.toSorted(),
  body: row.body?.toSorted(),
})
const placed = operationsOf(base)
const documented = new Map(placed.map((operation) => [key(toRow(base, operation)), toRow(base, operation)]))

describe('section 4 and the document state the same operations', () => {
  test('none is missing, none is more', () => {
    expect([...documented.keys()].toSorted()).toEqual(rows.map(key).toSorted())
    expect(rows).toHaveLength(79)
  })

  test.each(rows.map((row) => [key(row), row] as const))('%s', (name, row) => {
    const operation = documented.get(name)
    expect(operation && sorted(operation)).toEqual(sorted(row))
  })
})

test('every operationId is given, and given once', () => {
  const ids = placed.map(({ operation }) => operation['operationId'])
  expect(ids.every((id) => typeof id === 'string' && /^[a-z][A-Za-z]+$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every operation has one declared tag, a summary and one response', () => {
  const tags = (base['tags'] as { name: string }[]).map((tag) => tag.name)
  for (const { operation } of placed) {
    expect(tags).toContain((operation['tags'] as string[])[0])
    expect(operation['tags']).toHaveLength(1)
    expect(operation['summary']).toMatch(/^[A-Z].*[^.]$/)
    expect(Object.keys(operation['responses'] as object)).toHaveLength(1)
  }
})

test.each([
  ['pauseBatchExport', { when: { paused: false }, set: { paused: true } }],
  ['unpauseBatchExport', { when: { paused: true }, set: { paused: false } }],
  ['backfillBatchExport', { set: {} }],
  ['verifyDomain', { when: { is_verified: false }, set: { is_verified: true }, conditional: true }],
])("%s states section 3's transition", (operationId, effect) => {
  expect(
    placed.find(({ operation }) => operation['operationId'] === operationId)?.operation['x-effect'],
  ).toEqual(effect)
})

test('no other operation states a transition', () => {
  expect(placed.filter(({ operation }) => 'x-effect' in operation)).toHaveLength(4)
})

test.each([
  ['/api/organizations/{id}', { id: 'uuid' }],
  ['/api/organizations/{organization_id}/batch_exports/{id}', { organization_id: 'string', id: 'uuid' }],
  ['/api/organizations/{organization_id}/domains/{id}', { organization_id: 'string', id: 'uuid' }],
  ['/api/organizations/{organization_id}/invites/{id}', { organization_id: 'string', id: 'uuid' }],
  [
    '/api/organizations/{organization_id}/members/{user__uuid}',
    { organization_id: 'string', user__uuid: 'string' },
  ],
  [
    '/api/organizations/{organization_id}/pipeline_destinations/{id}',
    { organization_id: 'string', id: 'integer' },
  ],
  [
    '/api/organizations/{organization_id}/pipeline_frontend_apps/{id}',
    { organization_id: 'string', id: 'integer' },
  ],
  [
    '/api/organizations/{organization_id}/pipeline_import_apps/{id}',
    { organization_id: 'string', id: 'integer' },
  ],
  ['/api/projects/{project_id}/persons/{id}', { project_id: 'string', id: 'integer' }],
])("the identifiers of %s have section 4's types", (path, expected) => {
  const item = placed.find((operation) => operation.path === path)?.item ?? {}
  const parameters = (item['parameters'] as { $ref: string }[]).map((parameter) => resolveIn(base, parameter))
  const types = parameters
    .filter((parameter) => parameter['in'] === 'path')
    .map((parameter) => {
      const schema = parameter['schema'] as { type: string; format?: string }
      return [parameter['name'], schema.format ?? schema.type]
    })
  expect(Object.fromEntries(types)).toEqual(expected)
})
