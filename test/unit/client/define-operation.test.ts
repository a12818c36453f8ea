import { ApiError, bindOperations, createClient, defineOperation } from '@concordat/runtime/client'
import { describe, expect, test } from 'vitest'
import { json, type Step, stubService } from './stub-service.ts'

interface ReadRequest {
  readonly path: { readonly id: string }
}
type ReadResponse =
  | { readonly status: 200; readonly body: { readonly name: string } }
  | { readonly status: 404; readonly body: { readonly detail: string } }

const descriptor = { method: 'GET', path: '/pets/{id}', statuses: ['200', '4XX'] } as const
const readPet = defineOperation<ReadRequest, ReadResponse>({ operationId: 'readPet', ...descriptor })
const readToy = defineOperation<ReadRequest, ReadResponse>({ operationId: 'readToy', ...descriptor })

const request: ReadRequest = { path: { id: '1' } }
const missing = () => json({ detail: 'No pet.' }, { status: 404 })

function service(...steps: readonly Step[]) {
  const stub = stubService(...steps)
  return { ...stub, client: createClient({ baseUrl: 'http://a.test/', fetch: stub.fetch, retries: 0 }) }
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('The call has to fail.'),
    (error: unknown) => error,
  )
}

describe('operations', () => {
  test('result answers a documented failure instead of throwing it', async () => {
    const { client } = service(missing())
    const result = await readPet.result(client, request)
    expect(result.status === 404 && result.body.detail).toBe('No pet.')
    expect(result.headers.get('Content-Type')).toBe('application/json')
    expect(result).toHaveProperty('mediaType', 'application/json')
  })

  test('an undocumented status is thrown by result too', async () => {
    const { client } = service(json({}, { status: 500 }))
    const error = await failure(readPet.result(client, request))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 500, documented: false })
    expect(readPet.isError(error)).toBe(false)
  })

  test('isError knows the failures of its own operation', async () => {
    const { client } = service(missing())
    const error = await failure(readPet(client, request))
    expect(readPet.isError(error)).toBe(true)
    expect(readToy.isError(error)).toBe(false)
    expect(readPet.isError(new Error('x'))).toBe(false)
  })

  test('a call can go to another base URL, with headers of its own', async () => {
    const { client, requests } = service(json({ name: 'a' }))
    await readPet(client, request, { baseUrl: 'http://b.test/v2/', headers: { 'X-A': '1' } })
    expect(requests[0]?.url).toBe('http://b.test/v2/pets/1')
    expect(requests[0]?.headers.get('X-A')).toBe('1')
  })

  test('bound operations leave the client out', async () => {
    const { client } = service(json({ name: 'a' }), missing(), missing())
    const pets = bindOperations(client, { readPet })
    expect(await pets.readPet(request)).toEqual({ name: 'a' })
    expect((await pets.readPet.result(request)).status).toBe(404)
    expect(pets.readPet.isError(await failure(pets.readPet(request)))).toBe(true)
    expect(pets.readPet.descriptor).toBe(readPet.descriptor)
    expect(pets.readPet).not.toHaveProperty('items')
  })

  test('middlewares see each request with its credentials, and can change the answer', async () => {
    const { client } = service(missing())
    const seen: string[] = []
    client.use({
      onRequest: ({ request: sent, schemaPath }) => {
        seen.push(`${schemaPath} ${sent.url}`)
      },
      onResponse: () => json({ name: 'other' }),
    })
    expect(await readPet(client, request)).toEqual({ name: 'other' })
    expect(seen).toEqual(['/pets/{id} http://a.test/pets/1'])
  })

  test('a middleware can answer without sending', async () => {
    const { client, requests } = service()
    client.use({ onRequest: () => json({ name: 'cached' }) })
    expect(await readPet(client, request)).toEqual({ name: 'cached' })
    expect(requests).toHaveLength(0)
  })

  test('what it fails with has been read by then, and is said to be lost', async () => {
    const { client } = service()
    client.use({ onRequest: () => missing() })
    await expect(readPet(client, request)).rejects.toThrow('was answered 404 by a middleware')
  })
})
