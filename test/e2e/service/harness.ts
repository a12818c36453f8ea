import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Api as Client, createClient } from '../../../generated/client.ts'
import { seedOrganization } from '../../../server/commands/seed/first-start.ts'
import { connectDatabaseSource } from '../../../server/database/connection.ts'
import type { Database } from '../../../server/database/schema.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { type AdminOutcome, runAdminProcess } from '../../../server/process/administrate.ts'
import type { Level } from '../../../server/tenancy/tenancy.ts'
import { createUser, makeUserMember } from '../../../server/users/users.ts'
import { makeDatabase } from './postgres.ts'
import { startService } from './service-process.ts'

/** A response with its body parsed from JSON; the test states which type it expects. */
export interface Answer<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

/**
 * Sends requests with one key that the generated client cannot send: those that violate the document, and
 * those that a test writes byte by byte.
 */
export interface Api {
  get<Body = unknown>(path: string): Promise<Answer<Body>>
  delete(path: string): Promise<Answer<unknown>>
  post<Body = unknown>(path: string, body?: unknown): Promise<Answer<Body>>
  patch<Body = unknown>(path: string, body?: unknown): Promise<Answer<Body>>
  send<Body = unknown>(path: string, init: RequestInit): Promise<Answer<Body>>
}

/** Creates an API for requests to a service, with or without a key. */
export function createApi(url: string, key?: string): Api {
  async function send<Body>(path: string, init: RequestInit): Promise<Answer<Body>> {
    const headers = new Headers(init.headers)
    if (key !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`)
    const response = await fetch(path.startsWith('http') ? path : url + path, { ...init, headers })
    const text = await response.text()
    const body = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, body, headers: response.headers }
  }
  const json = { 'content-type': 'application/json' }
  const content = (body: unknown) => (body === undefined ? {} : { body: JSON.stringify(body), headers: json })
  return {
    send,
    get: (path) => send(path, {}),
    delete: (path) => send(path, { method: 'DELETE' }),
    post: (path, body) => send(path, { method: 'POST', ...content(body) }),
    patch: (path, body) => send(path, { method: 'PATCH', ...content(body) }),
  }
}

/** A caller of the service with a single key. */
export interface Caller {
  readonly client: Client
  readonly api: Api
}

/** A user of the service with a key for all scopes. */
export interface Person extends Caller {
  readonly id: number
  readonly uuid: string
}

/** An organization with its owner. */
export interface Tenant {
  readonly id: string
  readonly projectId: number
  readonly owner: Person
  /** Path of the organization. */
  readonly path: string
}

/** A service in its own process, with its own database. */
export interface TestService {
  readonly url: string
  readonly db: Kysely<Database>
  readonly databaseUrl: string
  /** Returns the end of its log. */
  log(): string
  makeTenant(): Promise<Tenant>
  /** Creates a user, who joins an organization if one is given. */
  makePerson(membership?: { organizationId: string; level: Level }): Promise<Person>
  /** Creates a key for a user. */
  makeCaller(userId: number, scopes: readonly string[]): Promise<Caller>
  /**
   * Runs `npm run admin` with these arguments and `--json`, but without a separate process, which
   * `process.test.ts` covers.
   */
  operate(...args: readonly string[]): Promise<AdminOutcome>
  stop(): Promise<void>
}

/** Creates a caller of a service with a key. */
export function createCaller(url: string, key: string): Caller {
  return {
    client: createClient({ baseUrl: url, credentials: { PersonalApiKey: key } }),
    api: createApi(url, key),
  }
}

/** @param env settings in addition to the database's. Without any, the service calls no other service. */
export async function startTestService(env: NodeJS.ProcessEnv = {}): Promise<TestService> {
  const database = await makeDatabase()
  const service = await startService({
    args: [],
    env: { DATABASE_URL: database.url, DNS_SERVERS: 'none', ...env },
  })
  return useService({
    url: service.url,
    databaseUrl: database.url,
    log: () => service.log(),
    async stop() {
      await service.end()
      await database.drop()
    },
  })
}

/** Wraps a running service, in whose database it creates tenants and keys. */
export async function useService(
  running: Pick<TestService, 'url' | 'databaseUrl' | 'log' | 'stop'>,
): Promise<TestService> {
  const { db, close } = await connectDatabaseSource({ url: running.databaseUrl })
  const makeCaller = async (userId: number, scopes: readonly string[]) =>
    createCaller(running.url, await createKey(db, { userId, label: 'test', scopes }))
  return {
    ...running,
    db,
    makeCaller,
    operate: (...args) => runAdminProcess([...args, '--json'], { DATABASE_URL: running.databaseUrl }),
    async makeTenant() {
      const made = await seedOrganization(db, {
        name: 'Test organization',
        email: `${randomUUID()}@example.com`,
      })
      return {
        id: made.organization_id,
        projectId: made.project_id,
        owner: { id: made.user_id, uuid: made.user_uuid, ...createCaller(running.url, made.key) },
        path: `/api/organizations/${made.organization_id}`,
      }
    },
    async makePerson(membership) {
      const user = await createUser(db, { email: `${randomUUID()}@example.com` })
      if (membership !== undefined) await makeUserMember(db, { ...membership, userId: user.id })
      return { id: user.id, uuid: user.uuid, ...(await makeCaller(user.id, ['*'])) }
    },
    async stop() {
      await close()
      await running.stop()
    },
  }
}

/** The error body for a missing permission. */
export const denied = (detail = 'You do not have permission to perform this action.') => ({
  type: 'authentication_error',
  code: 'permission_denied',
  detail,
  attr: null,
})

/** The error body for something that does not exist. */
export const notFound = (detail = 'Not found.') => ({
  type: 'invalid_request',
  code: 'not_found',
  detail,
  attr: null,
})

/** The error body for an invalid property. */
export const invalid = (code: string, detail: string, attr: string | null) => ({
  type: 'validation_error',
  code,
  detail,
  attr,
})

export const levelTooLow = 'Your organization access level is insufficient.'
