/** Checked by `npm run typecheck`: an `@ts-expect-error` without an error fails it. */
import type { Client } from '@concordat/runtime/client'
import {
  createClient,
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
} from '../../generated/client.ts'
import type { Organization } from '../../generated/types.ts'

declare const client: Client

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Equal<A, B>): void => {}

export async function calls(): Promise<void> {
  createClient({ baseUrl: 'https://example.com', credentials: { PersonalApiKey: process.env['KEY'] } })
  const organization = await getOrganization(client, { path: { id: 'a' } })
  same<typeof organization, Organization>(true)
  const nothing = await deleteOrganization(client, { path: { id: 'a' } })
  same<typeof nothing, undefined>(true)
  await listOrganizations(client)
  await listOrganizations(client, { query: { limit: 1 } })
  for await (const item of listOrganizations.items(client)) same<typeof item, Organization>(true)

  // @ts-expect-error the path is required
  await getOrganization(client)
  // @ts-expect-error the path needs an id
  await getOrganization(client, { path: {} })
  // @ts-expect-error limit is a number
  await listOrganizations(client, { query: { limit: '1' } })
  // @ts-expect-error there is no such parameter
  await listOrganizations(client, { query: { page: 1 } })
  // @ts-expect-error name is a string
  await createOrganization(client, { body: { name: 1 } })
  // @ts-expect-error created_at is read-only
  await createOrganization(client, { body: { name: 'a', created_at: '2026-01-01T00:00:00Z' } })
  // @ts-expect-error an operation that answers one thing has no items
  getOrganization.items(client, { path: { id: 'a' } })
}

export async function results(): Promise<void> {
  const answer = await getOrganization.result(client, { path: { id: 'a' } })
  const headers: Headers = answer.headers
  const length = answer.headers.get('Content-Length')
  same<typeof length, string | null>(true)
  if (answer.status === 200) same<typeof answer.headers, Headers>(true)
  if (answer.status === 429) {
    const documented = answer.headers.get('Retry-After')
    same<typeof documented, string>(true)
    const other = answer.headers.get('ETag')
    same<typeof other, string | null>(true)
  }
  headers.forEach(() => {})
  if (answer.status === 200) same<typeof answer.body, Organization>(true)
  // @ts-expect-error 299 is not documented
  if (answer.status === 299) return
}
