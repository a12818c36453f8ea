import type { ClientErrorStatus } from '@concordat/runtime/http'
import {
  type App,
  type AppOptions,
  type AuthorizationAttempt,
  createApp as create,
  type Handler,
  type HandlerContext,
  HttpProblem,
} from '@concordat/runtime/server'
import { describe, expectTypeOf, test } from 'vitest'
import { documentOf } from './echo-app.ts'

interface Pet {
  readonly id: number
  readonly name: string
}

interface UpdatePetRequest {
  readonly path: { petId: string }
  readonly query?: { notify?: boolean }
  readonly body: { name: string }
}
type UpdatePetResponse =
  | { readonly status: 200; readonly body: Pet }
  | { readonly status: 204; readonly body?: undefined }
  | { readonly status: 404; readonly body: { detail: string } }

type UploadRequest = { readonly path: { petId: string } } & (
  | { readonly mediaType?: 'application/json'; readonly body: Pet }
  | { readonly mediaType: 'text/plain'; readonly body: string }
)
type UploadResponse =
  | { readonly status: 200; readonly mediaType: 'application/json'; readonly body: Pet }
  | { readonly status: 200; readonly mediaType: 'image/png'; readonly body: Blob }
  | { readonly status: ClientErrorStatus; readonly body: string }

interface Handlers<Principal = unknown, Tenant = unknown> {
  readonly updatePet: Handler<UpdatePetRequest, UpdatePetResponse, Principal, Tenant>
  readonly upload: Handler<UploadRequest, UploadResponse, Principal, Tenant>
  // biome-ignore lint/complexity/noBannedTypes: what the generator prints for an operation without parameters
  readonly ping: Handler<{}, { readonly status: 204; readonly body?: undefined }, Principal, Tenant>
}

function createApp<Principal, Tenant = undefined>(
  options: AppOptions<Handlers<Principal, Tenant>, Principal, Tenant>,
): App {
  return create(documentOf([]), options)
}

const rex: Pet = { id: 1, name: 'Rex' }

/** Nothing here runs: the test is that it compiles. */
describe('types', () => {
  test('a handler gets the documented request, its locations always there', () => {
    const updatePet: Handlers['updatePet'] = (request) => {
      expectTypeOf(request.path.petId).toEqualTypeOf<string>()
      expectTypeOf(request.query.notify).toEqualTypeOf<boolean | undefined>()
      expectTypeOf(request.body).toEqualTypeOf<{ name: string }>()
      // @ts-expect-error the document has no such query parameter
      request.query.other
      // @ts-expect-error nor any header
      request.header['x-key']
      return { status: 200, body: rex }
    }
    expectTypeOf(updatePet).toBeFunction()
  })

  test('a parameter with a default is always there, and what was given is told apart', () => {
    type Request = { readonly query?: { limit?: number; name?: string } }
    type Answer = { readonly status: 204; readonly body?: undefined }
    const listPets: Handler<Request, Answer, undefined, undefined, { query: 'limit' }> = (
      { query },
      { given },
    ) => {
      expectTypeOf(query.limit).toEqualTypeOf<number>()
      expectTypeOf(query.name).toEqualTypeOf<string | undefined>()
      expectTypeOf(given.query.limit).toEqualTypeOf<number | undefined>()
      return { status: 204 }
    }
    expectTypeOf(listPets).toBeFunction()
  })

  test('the media type decides what the body is', () => {
    const upload: Handlers['upload'] = (request) => {
      expectTypeOf(request.mediaType).toEqualTypeOf<'application/json' | 'text/plain'>()
      if (request.mediaType === 'text/plain') expectTypeOf(request.body).toEqualTypeOf<string>()
      else expectTypeOf(request.body).toEqualTypeOf<Pet>()
      return { status: 200, mediaType: 'image/png', body: new ReadableStream<Uint8Array>() }
    }
    expectTypeOf(upload).toBeFunction()
  })

  test('an answer is documented', () => {
    const headers: Handlers['updatePet'] = async () => ({
      status: 204,
      headers: { 'set-cookie': ['a=1', 'b=2'] },
    })
    const problem: Handlers['updatePet'] = async () => {
      throw new HttpProblem({ kind: 'not-implemented', detail: 'Not yet.' })
    }
    const range: Handlers['upload'] = () => ({ status: 409, body: 'taken' })
    const empty: Handlers['ping'] = (request, { signal }) => {
      expectTypeOf(request.path).toEqualTypeOf<Readonly<Record<never, never>>>()
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
      return { status: 204 }
    }
    // @ts-expect-error a status that the document does not have
    const status: Handlers['updatePet'] = () => ({ status: 201, body: rex })
    // @ts-expect-error a member of the wrong type
    const member: Handlers['updatePet'] = () => ({ status: 200, body: { id: '1', name: 'Rex' } })
    // @ts-expect-error a member is missing
    const missing: Handlers['updatePet'] = async () => ({ status: 200, body: { id: 1 } })
    // @ts-expect-error the body of another status
    const other: Handlers['updatePet'] = () => ({ status: 404, body: rex })
    // @ts-expect-error a body where there is none
    const tooMuch: Handlers['updatePet'] = () => ({ status: 204, body: rex })
    // @ts-expect-error the body of another media type
    const media: Handlers['upload'] = () => ({ status: 200, mediaType: 'image/png', body: rex })
    // @ts-expect-error a stream is no JSON
    const stream: Handlers['upload'] = () => ({
      status: 200,
      mediaType: 'application/json',
      body: new ReadableStream<Uint8Array>(),
    })
    expectTypeOf([
      headers,
      problem,
      range,
      empty,
      status,
      member,
      missing,
      other,
      tooMuch,
      media,
      stream,
    ]).toBeArray()
  })

  test('every operation has a handler, and the principal is the one that authenticate finds', () => {
    interface User {
      readonly id: number
    }
    const updatePet: Handlers<User>['updatePet'] = (_, { principal }) => ({
      status: 200,
      body: { id: principal.id, name: '' },
    })
    const upload: Handlers['upload'] = () => ({ status: 404, body: '' })
    const ping: Handlers['ping'] = () => ({ status: 204 })
    const authenticate = async () => ({ principal: { id: 1 }, scopes: [] })
    const whole = () =>
      createApp({
        handlers: { updatePet, upload, ping },
        authenticate,
        authorize: async ({ principal, path }) => {
          expectTypeOf(principal).toEqualTypeOf<{ id: number } | undefined>()
          expectTypeOf(path).toEqualTypeOf<Readonly<Record<string, string>>>()
        },
      })
    // @ts-expect-error "ping" is missing
    const incomplete = () => createApp({ handlers: { updatePet, upload }, authenticate })
    const byName = async () => ({ principal: 'ann', scopes: [] })
    // @ts-expect-error another principal
    const other = () => createApp({ handlers: { updatePet, upload, ping }, authenticate: byName })
    expectTypeOf([whole, incomplete, other]).toBeArray()
  })

  test('the tenant is what authorize answers', () => {
    interface Account {
      readonly account: string
    }
    const upload: Handlers['upload'] = () => ({ status: 404, body: '' })
    const ping: Handlers['ping'] = () => ({ status: 204 })
    const updatePet: Handlers<unknown, Account>['updatePet'] = (_, { tenant }) => {
      expectTypeOf(tenant).toEqualTypeOf<Account>()
      return { status: 204 }
    }
    const handlers = { updatePet, upload, ping }
    const authorize = async ({ path }: AuthorizationAttempt<unknown>) => ({ account: String(path['id']) })
    const whole = () => createApp({ handlers, authorize })
    const atOnce = () => createApp({ handlers, authorize: ({ path }) => ({ account: String(path['id']) }) })
    // @ts-expect-error updatePet counts on an account
    const none = () => createApp({ handlers })
    // @ts-expect-error authorize answers none
    const silent = () => createApp({ handlers, authorize: async () => {} })
    const sometimes = async (): Promise<Account | undefined> => undefined
    // @ts-expect-error it does not always answer one
    const unsure = () => createApp({ handlers, authorize: sometimes })
    expectTypeOf([whole, atOnce, none, silent, unsure]).toBeArray()
  })

  test('there is no tenant where authorize answers none, or none at times, or is not there', () => {
    const updatePet = () => ({ status: 204 }) as const
    const upload = () => ({ status: 404, body: '' }) as const
    const plain = () =>
      createApp({
        handlers: {
          ...{ updatePet, upload },
          ping: (_, { tenant }) => {
            expectTypeOf(tenant).toEqualTypeOf<undefined>()
            return { status: 204 }
          },
        },
      })
    const silent = () =>
      createApp({
        handlers: {
          ...{ updatePet, upload },
          ping: (_, { tenant }) => {
            expectTypeOf(tenant).toEqualTypeOf<undefined>()
            return { status: 204 }
          },
        },
        authorize: async () => {},
      })
    const sometimes = () =>
      createApp({
        handlers: {
          ...{ updatePet, upload },
          ping: (_, { tenant }) => {
            expectTypeOf(tenant).toEqualTypeOf<number | undefined>()
            return { status: 204 }
          },
        },
        authorize: async (): Promise<number | undefined> => undefined,
      })
    const named = () => {
      const handlers = { updatePet, upload, ping: () => ({ status: 204 }) as const }
      return createApp<string>({ handlers, authorize: async () => {} })
    }
    expectTypeOf([plain, silent, sometimes, named]).toBeArray()
  })

  test('what was given is told apart from defaults, by the same names', () => {
    const updatePet: Handlers['updatePet'] = (_, { given }) => {
      expectTypeOf(given.query.notify).toEqualTypeOf<boolean | undefined>()
      expectTypeOf(given.path.petId).toEqualTypeOf<string>()
      // @ts-expect-error the document has no such parameter
      given.query.other
      return { status: 204 }
    }
    const helper = ({ given, request }: HandlerContext) => [given.query, request]
    const upload: Handlers['upload'] = (_, context) => {
      helper(context)
      expectTypeOf(context.given.path.petId).toEqualTypeOf<string>()
      return { status: 404, body: '' }
    }
    expectTypeOf([updatePet, upload]).toBeArray()
  })
})
