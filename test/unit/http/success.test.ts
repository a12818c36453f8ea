import {
  type ResponseDescriptor,
  successContents,
  successMedia,
  successSchema,
} from '@concordat/runtime/http'
import { expect, test } from 'vitest'

const [pet, thing] = [{ type: 'object' }, { type: 'string' }]
const operation = (responses: Record<string, ResponseDescriptor['content']>) => ({
  ...({ operationId: 'read', method: 'GET', path: '/', pointer: '', tag: '' } as const),
  responses: Object.fromEntries(Object.entries(responses).map(([key, content = {}]) => [key, { content }])),
})

test.each([
  ['the lowest status', { 201: { 'application/json': thing }, 200: { 'application/json': pet } }, '200'],
  ['a range of statuses', { '2XX': { 'application/json': pet }, 404: { 'application/json': thing } }, '2XX'],
  ['default alone', { default: { 'application/json': pet }, 404: { 'application/json': thing } }, 'default'],
  [
    'JSON behind other media types',
    { 200: { 'text/csv': thing, '*/*': thing, 'application/problem+json': pet } },
    '200',
  ],
  ['a range that JSON falls in', { 200: { 'image/*': thing, 'application/*': pet } }, '200'],
])('the JSON of a success is found in %s', (_, responses, key) => {
  const schemas = Object.entries(responses).map(([status, content]) => {
    const media = Object.entries(content).map(([type, schema]) => [type, { schema }])
    return [status, Object.fromEntries(media)]
  })
  const described = operation(Object.fromEntries(schemas))
  expect(successMedia(described)?.key).toBe(key)
  expect(successSchema(described)).toBe(pet)
})

test.each([
  ['a media type of another kind', { 200: { 'image/*': {} } }],
  ['default beside a success', { 204: {}, default: { 'application/json': {} } }],
])('%s is not the JSON of a success', (_, responses) => {
  expect(successMedia(operation(responses))).toBeUndefined()
})

test('the contents of all successes are listed, and those of `default` only if it documents the success', () => {
  const told = (responses: Record<string, ResponseDescriptor['content']>) =>
    successContents(operation(responses)).map(({ key, type }) => `${key} ${type}`)
  const json = { 'application/json': { schema: pet } }
  expect(told({ 201: json, 200: { ...json, 'text/csv': { schema: thing } }, default: json })).toEqual([
    ...['200 application/json', '200 text/csv', '201 application/json'],
  ])
  expect(told({ default: json, 404: json })).toEqual(['default application/json'])
})
