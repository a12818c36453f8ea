import { HttpProblem } from '@concordat/runtime/server'
import { serve } from '@concordat/runtime/server/node'
import { createApp, type Handlers } from '../../generated/server.ts'

interface User {
  readonly id: number
  readonly scopes: readonly string[]
}

/** The organization in which the user acts, and the user's role there. */
interface Membership {
  readonly organization: string
  readonly level: number
}

declare const others: Omit<Handlers<User, Membership | undefined>, 'listDomains'>
declare function findUser(key: string): Promise<User | undefined>
declare function findMembership(user: User | undefined, organization: string): Promise<Membership | undefined>

const app = createApp<User, Membership | undefined>({
  handlers: {
    ...others,
    async listDomains({ query }, { tenant, given }) {
      // query.limit is the document's default if given.query.limit is undefined
      console.log(tenant?.organization, query.limit, given.query.limit)
      return { status: 200, body: { count: 0, next: null, previous: null, results: [] } }
    },
  },
  async authenticate({ credential }) {
    const user = await findUser(credential)
    return user && { principal: user, scopes: user.scopes }
  },
  async authorize({ principal, path: { organization_id } }) {
    if (organization_id === undefined) return undefined
    const membership = await findMembership(principal, organization_id)
    if (membership === undefined) throw new HttpProblem({ kind: 'not-found' })
    return membership
  },
  problemResponse: ({ kind, detail }, { status }) => ({
    body: { type: status < 500 ? 'invalid_request' : 'server_error', code: kind, detail, attr: null },
  }),
  cors: { origins: ['https://app.example'], credentials: true },
})

const server = await serve(app, { port: 8000 })
console.log(server.url)
