import {
  createClient,
  defineOperation,
  type Operation,
  type ValidateOptions,
  ValidationError,
  validate,
} from '@concordat/runtime/client'
import { defineResponses, documentSchemas } from '@concordat/runtime/client/schemas'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, test } from 'vitest'
import {
  getRoomResponses,
  listRoomsResponses,
} from '../../golden/responses-to-validate/expected/responses.ts'
import { json, type Step, stubService } from './stub-service.ts'

interface Pet {
  readonly name: string
}

const readPet = defineOperation<Operation<object, { readonly status: 200; readonly body: Pet }>>({
  operationId: 'read-pet',
  method: 'GET',
  path: '/pets/1',
  statuses: '200 404 default',
})

const document: DocumentDescriptor = {
  title: 'Pets',
  version: '1',
  operations: [
    {
      operationId: 'read-pet',
      method: 'GET',
      path: '/pets/1',
      pointer: '#/paths/~1pets~11/get',
      tag: 'pets',
      responses: {
        200: { content: { 'application/json': { schema: { $ref: '#/$defs/Pet' } } } },
        '4XX': { content: { 'application/*': { schema: { type: 'object', required: ['detail'] } } } },
        default: {},
      },
    },
  ],
  resources: [],
  securitySchemes: {},
  definitions: {
    Pet: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
}
const schemas = documentSchemas(document)

function call(options: ValidateOptions, ...steps: readonly Step[]) {
  const { fetch } = stubService(...steps)
  return readPet(createClient({ baseUrl: 'http://a.test', fetch, middlewares: [validate(options)] }))
}

describe('validation of answers', () => {
  test("a body that keeps the document's schema is answered", async () => {
    expect(await call({ schemas }, json({ name: 'Rex' }))).toEqual({ name: 'Rex' })
  })

  test('one that breaks it is an error that names the place', async () => {
    const error = await call({ schemas }, json({ name: 1 })).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ValidationError)
    expect(error).toMatchObject({
      status: 200,
      body: { name: 1 },
      operationId: 'read-pet',
      issues: [{ path: ['name'] }],
    })
    expect(String(error)).toMatch(/GET \/pets\/1 \(read-pet\) returned 200 .* body\/name /)
  })

  test('failures have schemas too, by the range of their status', async () => {
    await expect(call({ schemas }, json({ title: 'no' }, { status: 404 }))).rejects.toBeInstanceOf(
      ValidationError,
    )
    await expect(call({ schemas }, json({ detail: 'no' }, { status: 404 }))).rejects.toHaveProperty(
      'name',
      'ApiError',
    )
  })

  test('what has no schema is left alone, and so is what is not JSON', async () => {
    await expect(call({ schemas }, json(1, { status: 500 }))).rejects.toHaveProperty('name', 'ApiError')
    const headers = { 'Content-Type': 'application/json' }
    await expect(call({ schemas }, new Response('{', { headers }))).rejects.toHaveProperty(
      'name',
      'ParseError',
    )
    expect(await call({ schemas }, new Response('x', { headers: { 'Content-Type': 'text/plain' } }))).toBe(
      'x',
    )
  })

  test('"warn" reports and answers, "off" does nothing', async () => {
    const reported: ValidationError[] = []
    const report = (error: ValidationError) => reported.push(error)
    expect(await call({ schemas, mode: 'warn', report }, json({ name: 1 }))).toEqual({ name: 1 })
    expect(reported.map(({ status }) => status)).toEqual([200])
    expect(await call({ schemas, mode: 'off', report }, json({ name: 1 }))).toEqual({ name: 1 })
    expect(reported).toHaveLength(1)
  })

  test('a Standard Schema of another make, which may take its time', async () => {
    const named: StandardSchemaV1<unknown, Pet> = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: async (value) =>
          typeof (value as Pet).name === 'string'
            ? { value: value as Pet }
            : { issues: [{ message: 'is not a text', path: [{ key: 'name' }] }] },
      },
    }
    const own = ({ operationId, status }: { readonly operationId: string; readonly status: number }) =>
      operationId === 'read-pet' && status === 200 ? named : undefined
    expect(await call({ schemas: own }, json({ name: 'Rex' }))).toEqual({ name: 'Rex' })
    await expect(call({ schemas: own }, json({ name: 1 }))).rejects.toThrow('body/name is not a text')
  })
})

describe('schemas of one operation', () => {
  const answer = { operationId: 'get-room', status: 200, mediaType: 'application/json' }
  const issuesOf = async (found: typeof answer, body: unknown) => {
    const schema = getRoomResponses(found) ?? listRoomsResponses(found)
    return (await schema?.['~standard'].validate(body))?.issues?.length ?? 0
  }

  test('hold its bodies against the document', async () => {
    expect(await issuesOf(answer, { name: 'Blue', next: { name: 'Red' } })).toBe(0)
    expect(await issuesOf(answer, { name: 'Blue', next: { name: 'red' } })).toBe(1)
  })

  test('without a name are followed to those with one', async () => {
    const listed = { ...answer, operationId: 'listRooms' }
    expect(await issuesOf(listed, { items: [{ name: 'Blue' }] })).toBe(0)
    expect(await issuesOf(listed, { items: [{ name: 'blue' }, {}] })).toBe(2)
  })

  test('count for its statuses and media types alone', () => {
    expect(getRoomResponses({ ...answer, operationId: 'listRooms' })).toBeUndefined()
    expect(getRoomResponses({ ...answer, status: 500 })).toBeUndefined()
    expect(listRoomsResponses({ ...answer, operationId: 'listRooms', status: 202 })).toBeUndefined()
    const problem = { ...answer, mediaType: 'application/problem+json' }
    expect(getRoomResponses({ ...problem, status: 404 })).toBeDefined()
    expect(listRoomsResponses({ ...problem, operationId: 'listRooms', status: 404 })).toBeDefined()
  })

  test('are found by ranges, and among those of several operations', async () => {
    const own = defineResponses('read-pet', {
      '2XX': {
        'application/*': { '~standard': { validate: () => ({ issues: [{ message: 'is no pet' }] }) } },
      },
    })
    const schemas = [getRoomResponses, own]
    await expect(call({ schemas }, json({}))).rejects.toBeInstanceOf(ValidationError)
    expect(await call({ schemas: [getRoomResponses] }, json({ name: 1 }))).toEqual({ name: 1 })
  })

  test('leave a body that breaks off to the call', async () => {
    const broken = () =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new Error('gone')) }), {
        headers: { 'content-type': 'application/json' },
      })
    await expect(call({ schemas }, broken)).rejects.toHaveProperty('name', 'NetworkError')
  })
})
