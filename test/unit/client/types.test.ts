import {
  type ApiError,
  bindOperations,
  bodyMembers,
  type CallOptions,
  type Client,
  type ClientOptions,
  type Credential,
  defineOperation,
  type ListOperation,
  type Operation,
} from '@concordat/runtime/client'
import type { ClientErrorStatus, FailureStatus } from '@concordat/runtime/http'
import { describe, expectTypeOf, test } from 'vitest'

interface Pet {
  readonly id: string
}
interface Problem {
  readonly detail: string
}
interface ListRequest {
  readonly query?: { readonly limit?: number }
}
type ListResponse =
  | { readonly status: 200; readonly body: { readonly results: readonly Pet[] } }
  | { readonly status: 404; readonly body: Problem }
  | { readonly status: FailureStatus; readonly body: string }
interface UpdateRequest {
  readonly path: { readonly petId: string }
  readonly body: { readonly name: string }
}
type UpdateResponse =
  | { readonly status: 200; readonly body: Pet }
  | { readonly status: 202; readonly body: { readonly job: number } }
  | { readonly status: 204; readonly body?: undefined }
  | { readonly status: ClientErrorStatus; readonly body: Problem }
type UploadRequest = { readonly path: { readonly petId: string } } & (
  | { readonly mediaType?: 'application/json'; readonly body: Pet }
  | { readonly mediaType: 'text/plain'; readonly body: string }
)
type ExportResponse =
  | { readonly status: 200; readonly mediaType: 'application/json'; readonly body: Pet }
  | { readonly status: 200; readonly mediaType: 'text/csv'; readonly body: string }

type ReportResponse =
  | { readonly status: 200; readonly mediaType: 'application/problem+json'; readonly body: Pet }
  | {
      readonly status: 200
      readonly mediaType: 'application/json;stream=watch'
      readonly body: { readonly id: number }
    }
  | { readonly status: 200; readonly mediaType: 'text/html'; readonly body: string }
  | { readonly status: 202; readonly body: Blob }
  | { readonly status: 404; readonly mediaType: 'text/plain'; readonly body: string }
type DrawResponse =
  | { readonly status: 200; readonly mediaType: 'image/svg+xml'; readonly body: string }
  | { readonly status: 200; readonly mediaType: 'image/png'; readonly body: Blob }

const base = { method: 'GET', path: '/pets', statuses: '200' }
const listPets = defineOperation<ListOperation<ListRequest, ListResponse, Pet>>(
  {
    ...base,
    operationId: 'listPets',
    pages: { items: ['results'], next: { from: 'pages', first: 1 }, sent: { in: 'query', path: ['page'] } },
  },
  { list: bodyMembers },
)
const updatePet = defineOperation<Operation<UpdateRequest, UpdateResponse>>({
  ...base,
  operationId: 'updatePet',
})
const upload = defineOperation<Operation<UploadRequest, UpdateResponse>>({ ...base, operationId: 'upload' })
const exportPets = defineOperation<Operation<ListRequest, ExportResponse>>({
  ...base,
  operationId: 'exportPets',
})
const readReport = defineOperation<Operation<ListRequest, ReportResponse>>({
  ...base,
  operationId: 'readReport',
})
const drawPet = defineOperation<Operation<ListRequest, DrawResponse>>({ ...base, operationId: 'drawPet' })

/** Only type-checked with `tsc`, never run, because there is no service behind it. */
async function compiled(client: Client, error: unknown): Promise<void> {
  expectTypeOf(await listPets(client)).toEqualTypeOf<{ readonly results: readonly Pet[] }>()
  expectTypeOf(await updatePet(client, { path: { petId: '1' }, body: { name: 'a' } })).toEqualTypeOf<
    Pet | { readonly job: number } | undefined
  >()

  const result = await updatePet.result(client, { path: { petId: '1' }, body: { name: 'a' } })
  expectTypeOf(result.headers).toEqualTypeOf<Headers>()
  if (result.status === 200) expectTypeOf(result.body).toEqualTypeOf<Pet>()
  if (result.status === 202) expectTypeOf(result.body.job).toEqualTypeOf<number>()
  if (result.status === 409) expectTypeOf(result.body).toEqualTypeOf<Problem>()
  // @ts-expect-error 500 is not documented
  if (result.status === 500) return

  const exported = await exportPets.result(client)
  if (exported.mediaType === 'text/csv') expectTypeOf(exported.body).toEqualTypeOf<string>()
  else expectTypeOf(exported.body).toEqualTypeOf<Pet>()

  expectTypeOf(await exportPets(client)).toEqualTypeOf<Pet>()
  expectTypeOf(await exportPets(client, {}, { timeoutMs: 5 })).toEqualTypeOf<Pet>()
  expectTypeOf(await exportPets(client, {}, { accept: 'text/csv' })).toEqualTypeOf<string>()
  expectTypeOf(await exportPets(client, {}, { accept: 'application/json' })).toEqualTypeOf<Pet>()
  const options: CallOptions = {}
  expectTypeOf(await exportPets(client, {}, options)).toEqualTypeOf<Pet>()
  // @ts-expect-error not a media type of a success
  await exportPets(client, {}, { accept: 'text/plain' })
  // @ts-expect-error there is nothing to choose
  await listPets(client, {}, { accept: 'application/json' })
  const narrowed = await exportPets.result(client, {}, { accept: 'text/csv' })
  expectTypeOf(narrowed.body).toEqualTypeOf<Pet | string>()
  // JSON under any media type, and the other status unchanged
  expectTypeOf(await readReport(client)).toEqualTypeOf<Pet | { readonly id: number } | Blob>()
  expectTypeOf(await readReport(client, {}, { accept: 'text/html' })).toEqualTypeOf<string | Blob>()
  // Without JSON everything
  expectTypeOf(await drawPet(client)).toEqualTypeOf<string | Blob>()
  expectTypeOf(await drawPet(client, {}, { accept: 'image/png' })).toEqualTypeOf<Blob>()

  // @ts-expect-error the path and the body are missing
  await updatePet(client)
  // @ts-expect-error the path is missing
  await updatePet(client, { body: { name: 'a' } })
  // @ts-expect-error the body is missing
  await updatePet(client, { path: { petId: '1' } })
  // @ts-expect-error the body has the wrong type
  await updatePet(client, { path: { petId: '1' }, body: { name: 1 } })
  // @ts-expect-error no such query parameter
  await listPets(client, { query: { size: 1 } })
  await listPets(client, undefined, { timeoutMs: 5 })
  // @ts-expect-error no such option
  await listPets(client, {}, { timeout: 5 })

  await upload(client, { path: { petId: '1' }, body: { id: '1' } })
  await upload(client, { path: { petId: '1' }, mediaType: 'text/plain', body: 'a' })
  // @ts-expect-error this media type has text
  await upload(client, { path: { petId: '1' }, mediaType: 'text/plain', body: { id: '1' } })

  if (listPets.isError(error)) {
    expectTypeOf(error).toEqualTypeOf<ApiError<404, Problem> | ApiError<FailureStatus, string>>()
    if (error.status === 500) expectTypeOf(error.body).toEqualTypeOf<string>()
    // @ts-expect-error a success is not an error
    if (error.status === 200) return
  }
  if (updatePet.isError(error)) expectTypeOf(error.body.detail).toEqualTypeOf<string>()

  for await (const pet of listPets.items(client)) expectTypeOf(pet).toEqualTypeOf<Pet>()
  for await (const page of listPets.pages(client)) expectTypeOf(page.results).toEqualTypeOf<readonly Pet[]>()
  // @ts-expect-error not a list
  updatePet.items(client)

  const pets = bindOperations<{
    readonly listPets: ListOperation<ListRequest, ListResponse, Pet, []>
    readonly updatePet: Operation<UpdateRequest, UpdateResponse, []>
    readonly exportPets: Operation<ListRequest, ExportResponse, []>
  }>(client, { listPets, updatePet, exportPets })
  expectTypeOf(await pets.exportPets()).toEqualTypeOf<Pet>()
  expectTypeOf(await pets.exportPets({}, { accept: 'text/csv' })).toEqualTypeOf<string>()
  // @ts-expect-error not a media type of a success
  await pets.exportPets({}, { accept: 'text/plain' })
  expectTypeOf(await pets.listPets()).toEqualTypeOf<{ readonly results: readonly Pet[] }>()
  for await (const pet of pets.listPets.items({ query: { limit: 1 } })) expectTypeOf(pet).toEqualTypeOf<Pet>()
  if (pets.listPets.isError(error)) expectTypeOf(error.status).toEqualTypeOf<FailureStatus>()
  // @ts-expect-error the request is missing
  await pets.updatePet()
  // @ts-expect-error not a list
  pets.updatePet.items
}

describe('types', () => {
  test('credentials are those of the document', () => {
    interface Credentials {
      readonly PersonalApiKey?: Credential
    }
    type Options = ClientOptions<Credentials>
    expectTypeOf<{ baseUrl: string; credentials: { PersonalApiKey: string } }>().toExtend<Options>()
    expectTypeOf<{
      baseUrl: string
      credentials: { PersonalApiKey: () => Promise<string> }
    }>().toExtend<Options>()
    expectTypeOf<{ baseUrl: string; credentials: { PersonalApiKey: number } }>().not.toExtend<Options>()
  })

  test('operations', () => {
    expectTypeOf(compiled).parameters.toEqualTypeOf<[Client, unknown]>()
  })
})
