import type { Consequence } from '../../../generator/diff/kinds/consequences.ts'
import type { ChangeKindName } from '../../../generator/diff/kinds/kinds.ts'

/** The exports of a generated folder that cases use. */
export interface Modules {
  createClient(options: object): { readonly pets: { readonly listPets: () => Promise<unknown> } }
  createApp(options: object): (request: Request) => Promise<Response>
  createWebhooks(options: object): (request: Request) => Promise<Response>
}

/** Two documents that differ in parts outside any single operation, and programs that use them. */
export interface DocumentCase {
  readonly kind: ChangeKindName
  /** Members of the document. */
  readonly old: object
  readonly new: object
  /** Modules next to the `generated` folder. */
  readonly caller: string
  readonly server: string
  /** Returns the breaks between programs for the two documents. */
  exchange?(sides: { readonly old: Modules; readonly new: Modules }): Promise<readonly Consequence[]>
}

const text = { type: 'string' }
const answer = { 200: { description: 'Done', content: { 'application/json': { schema: text } } } }
const listPets = { operationId: 'listPets', tags: ['pets'], responses: answer }
const paths = { '/pets': { get: listPets } }
const schemes = (securitySchemes: object) => ({
  paths,
  security: [{ key: [] }],
  components: { securitySchemes },
})
const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
const hook = (more: object = {}) => ({
  post: { operationId: 'born', responses: { 204: { description: 'Kept' } }, ...more },
})
const body = { requestBody: { required: true, content: { 'application/json': { schema: text } } } }
const HANDLERS = {
  more: async () => ({ status: 200, body: 'Rex' }),
  listPets: async () => ({ status: 200, body: 'Rex' }),
  born: async () => ({ status: 204 }),
}

const CALLER = `import { createClient } from './generated/client.ts'
export const name = async () => (await createClient({ baseUrl: 'http://a.test' }).pets.listPets()).trim()`
const SERVER = `import { createApp } from './generated/server.ts'
export const app = createApp({ handlers: { listPets: async () => ({ status: 200, body: 'Rex' }) } })`
const GUARDED = `import { createApp } from './generated/server.ts'
export const app = createApp<{ id: number }>({ handlers: { listPets: async () => ({ status: 200, body: 'Rex' }) }, authenticate: async () => undefined })`
const KEYED = `import { createClient } from './generated/client.ts'
export const api = createClient({ baseUrl: 'http://a.test', credentials: { key: 'k' } })`
const RECEIVER = `import { createWebhooks } from './generated/webhooks.ts'
export const hooks = createWebhooks({ handlers: { born: async ({ body }) => { body.trim(); return { status: 204 } } } })`
const BARE_RECEIVER = `import { createWebhooks } from './generated/webhooks.ts'
export const hooks = createWebhooks({ handlers: { born: async () => ({ status: 204 }) } })`
const SENDER = `import { createSender } from './generated/sender.ts'
export const send = async () => createSender('http://b.test/born').born({ body: 'Rex' })`
const BARE_SENDER = `import { createSender } from './generated/sender.ts'
export const send = async () => createSender('http://b.test/born').born()`
const NOTHING = 'export {}'

/** Calls the new app with the old client, with or without a given base URL. */
async function call(
  { old, new: now }: { old: Modules; new: Modules },
  options: object,
): Promise<readonly Consequence[]> {
  let status = 0
  const app = now.createApp({
    handlers: HANDLERS,
    authenticate: async () => ({ principal: 1, scopes: [] }),
    ...options,
  })
  const fetch = async (request: Request) => {
    const response = await app(request)
    status = response.status
    return response
  }
  await old
    .createClient({ fetch, credentials: { key: 'k' }, ...options })
    .pets.listPets()
    .catch(() => undefined)
  return status === 200 ? [] : ['wire']
}

export const DOCUMENT_CASES: readonly DocumentCase[] = [
  {
    kind: 'operation-added',
    old: { paths },
    new: { paths: { ...paths, '/more': { get: { ...listPets, operationId: 'more' } } } },
    caller: CALLER,
    server: SERVER,
    exchange: (sides) => call(sides, { baseUrl: 'http://a.test' }),
  },
  {
    kind: 'security-scheme-added',
    old: schemes({ key }),
    new: schemes({ key, other: { ...key, name: 'X-Other' } }),
    caller: KEYED,
    server: GUARDED,
    exchange: (sides) => call(sides, { baseUrl: 'http://a.test' }),
  },
  {
    kind: 'security-scheme-removed',
    old: { ...schemes({ key }), security: [{ key: [] }, {}] },
    new: { ...schemes({ other: { ...key, name: 'X-Other' } }), security: [{ other: [] }, {}] },
    caller: KEYED,
    server: GUARDED,
  },
  {
    kind: 'security-scheme-changed',
    old: schemes({ key }),
    new: schemes({ key: { ...key, in: 'query', name: 'key' } }),
    caller: KEYED,
    server: GUARDED,
    exchange: (sides) => call(sides, { baseUrl: 'http://a.test' }),
  },
  {
    kind: 'server-added',
    old: { paths, servers: [{ url: 'http://a.test' }] },
    new: { paths, servers: [{ url: 'http://a.test' }, { url: 'http://b.test' }] },
    caller: CALLER,
    server: SERVER,
    exchange: (sides) => call(sides, {}),
  },
  {
    kind: 'server-removed',
    old: { paths, servers: [{ url: 'http://a.test/v1' }] },
    new: { paths, servers: [{ url: 'http://a.test/v2' }] },
    caller: CALLER,
    server: SERVER,
    exchange: (sides) => call(sides, { basePath: '/v2' }),
  },
  {
    kind: 'webhook-added',
    old: { paths, webhooks: { born: hook() } },
    new: { paths, webhooks: { born: hook(), died: hook({ operationId: 'died' }) } },
    caller: BARE_RECEIVER,
    server: BARE_SENDER,
  },
  {
    kind: 'webhook-removed',
    old: { paths, webhooks: { born: hook(), died: hook({ operationId: 'died' }) } },
    new: { paths, webhooks: { died: hook({ operationId: 'died' }) } },
    caller: BARE_RECEIVER.replace('{ born', '{ died: async () => ({ status: 204 }), born'),
    server: BARE_SENDER,
  },
  {
    kind: 'webhook-body-added',
    old: { paths, webhooks: { born: hook() } },
    new: { paths, webhooks: { born: hook(body) } },
    caller: BARE_RECEIVER,
    server: NOTHING,
  },
  {
    kind: 'webhook-body-removed',
    old: { paths, webhooks: { born: hook(body) } },
    new: { paths, webhooks: { born: hook() } },
    caller: RECEIVER,
    server: SENDER,
    async exchange({ old }) {
      const hooks = old.createWebhooks({ handlers: HANDLERS })
      const { status } = await hooks(new Request('http://b.test/born', { method: 'POST' }))
      return status === 204 ? [] : ['callerRunTime']
    },
  },
]
