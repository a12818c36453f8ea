import { documentOf, object, problem, query, ref, Shelf, type Style, type Tenant } from './style.ts'

interface Claim {
  readonly number: string
  readonly reason: string
  readonly amount: string
  readonly state: string
}

const STATES = ['draft', 'submitted', 'approved', 'rejected']
const own = {
  reason: { type: 'string', minLength: 1, maxLength: 100 },
  amount: { type: 'string', pattern: '^[0-9]{1,6}\\.[0-9]{2}$' },
}

/** Claims go from state to state and never back. Once submitted, they can be neither changed nor removed. */
export const workflow: Style = {
  name: 'states',
  document: documentOf(
    'claims',
    {
      'GET /claims': {
        id: 'listClaims',
        parameters: [
          query('state', { type: 'string', enum: STATES }),
          query('cursor', { type: 'string' }),
          query('pageSize', { type: 'integer', minimum: 1, maximum: 100 }),
        ],
        answers: [{ schema: { type: 'array', items: ref('Claim') } }],
        refuses: [400],
      },
      'POST /claims': {
        id: 'openClaim',
        body: { schema: object(own) },
        answers: [{ status: 201, schema: ref('Claim') }],
        refuses: [400, 415],
      },
      'GET /claims/{number}': { id: 'readClaim', answers: [{ schema: ref('Claim') }], refuses: [404] },
      'PUT /claims/{number}': {
        id: 'editClaim',
        body: { schema: object(own) },
        answers: [{ schema: ref('Claim') }],
        refuses: [400, 404, 409, 415],
      },
      'DELETE /claims/{number}': { id: 'dropClaim', answers: [{ status: 204 }], refuses: [404, 409] },
      'POST /claims/{number}/submit': {
        id: 'submitClaim',
        answers: [{ schema: ref('Claim') }],
        refuses: [404, 409],
      },
      'POST /claims/{number}/approve': {
        id: 'approveClaim',
        answers: [{ schema: ref('Claim') }],
        refuses: [404, 409],
      },
      'POST /claims/{number}/reject': {
        id: 'rejectClaim',
        body: { schema: object({ why: { type: 'string', minLength: 1, maxLength: 50 } }) },
        answers: [{ schema: ref('Claim') }],
        refuses: [400, 404, 409, 415],
      },
    },
    {
      schemas: {
        Claim: object({
          number: { type: 'string', readOnly: true },
          ...own,
          state: { type: 'string', enum: STATES, readOnly: true },
        }),
      },
    },
  ),
  start() {
    const claims = new Shelf<Claim>()
    let made = 4000
    const none = () => problem(404, 'There is no such claim.')
    const move = (tenant: Tenant, number: string, { from, to }: { from: string; to: string }) => {
      const claim = claims.get(tenant, number)
      if (!claim) return none()
      if (claim.state !== from) return problem(409, `The claim is ${claim.state}.`)
      const moved = { ...claim, state: to }
      claims.set(tenant, number, moved)
      return Response.json(moved)
    }
    const draft = (tenant: Tenant, number: string) => {
      const claim = claims.get(tenant, number)
      if (!claim) return none()
      return claim.state === 'draft' ? claim : problem(409, `The claim is ${claim.state}.`)
    }
    return {
      refuse: problem,
      handlers: {
        listClaims({ tenant, query: { state, cursor, pageSize } }) {
          const all = claims.all(tenant).filter((claim) => state === undefined || claim.state === state)
          const start =
            cursor === undefined ? 0 : Number(Buffer.from(String(cursor), 'base64').toString().slice(2))
          if (!Number.isInteger(start) || start < 0) return problem(400, 'That is no cursor.')
          const size = Number(pageSize ?? 30)
          const search = new URLSearchParams({ cursor: btoa(`c:${start + size}`), pageSize: String(size) })
          if (state !== undefined) search.set('state', String(state))
          return Response.json(
            all.slice(start, start + size),
            start + size < all.length ? { headers: { link: `</claims?${search}>; rel="next"` } } : {},
          )
        },
        openClaim({ tenant, body }) {
          const claim = { ...(body as Claim), number: `C-${++made}`, state: 'draft' }
          claims.set(tenant, claim.number, claim)
          return Response.json(claim, { status: 201 })
        },
        readClaim({ tenant, path: { number = '' } }) {
          const claim = claims.get(tenant, number)
          return claim ? Response.json(claim) : none()
        },
        editClaim({ tenant, path: { number = '' }, body }) {
          const claim = draft(tenant, number)
          if (claim instanceof Response) return claim
          const edited = { ...(body as Claim), number, state: 'draft' }
          claims.set(tenant, number, edited)
          return Response.json(edited)
        },
        dropClaim({ tenant, path: { number = '' } }) {
          const claim = draft(tenant, number)
          if (claim instanceof Response) return claim
          claims.delete(tenant, number)
          return new Response(null, { status: 204 })
        },
        submitClaim: ({ tenant, path: { number = '' } }) =>
          move(tenant, number, { from: 'draft', to: 'submitted' }),
        approveClaim: ({ tenant, path: { number = '' } }) =>
          move(tenant, number, { from: 'submitted', to: 'approved' }),
        rejectClaim: ({ tenant, path: { number = '' } }) =>
          move(tenant, number, { from: 'submitted', to: 'rejected' }),
      },
    }
  },
}
