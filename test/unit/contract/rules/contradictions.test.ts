import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../support/small-service.ts'

const time = { type: ['string', 'null'], format: 'date-time', readOnly: true } as const
const bill = {
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['open', 'paid'] },
    paid_at: time,
    is_archived: { type: 'boolean' },
    archivedOn: time,
    due: { type: 'boolean' },
    due_date: { type: ['string', 'null'], format: 'date' },
    note: { type: ['string', 'null'] },
    name: { type: 'string' },
    plan: { type: ['string', 'null'], enum: ['None', 'all', null] },
    sent_at: { type: 'string', format: 'date-time', example: '0001-01-01T00:00:00Z' },
    action: {
      anyOf: [
        { type: 'object', properties: { kind: { type: 'string' } } },
        { type: 'object', properties: { kind: { type: 'string' }, token: { type: 'string' } } },
      ],
    },
    link: { type: 'string', format: 'uri-reference' },
    proof: { type: 'object', properties: { type: { type: 'string' } } },
    consensus_pubkey: { type: 'object', properties: { type: { type: 'string' } } },
    login: { type: 'object', properties: { type: { type: 'string' } } },
    lines: { type: 'array', items: { type: 'object', properties: { made_at: { type: 'string' } } } },
  },
} as const
const resources = [{ name: 'bills', collection: '/bills', operations: {}, actions: [] }]
const document = documentOf(
  [
    {
      operationId: 'show',
      method: 'GET',
      path: '/bills',
      resource: { name: 'bills', role: 'read' },
      responses: { '200': { content: { 'application/json': { schema: bill } } } },
    },
    {
      operationId: 'change',
      method: 'PATCH',
      path: '/bills',
      resource: { name: 'bills', role: 'update' },
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', properties: { due_date: bill.properties.due_date } },
          },
        },
      },
      responses: { '204': {} },
    },
  ],
  { resources },
)

const shown = async (value: object, status = 200): Promise<readonly string[]> => {
  const answer = ({ method }: Request) =>
    method === 'GET' ? Response.json(value, { status }) : new Response(null, { status: 204 })
  const lines = await outcomes(document, { answer, rules: ['conformance'] })
  return lines.flatMap((line) => (line.startsWith('conformance show: ') ? [line.slice(18)] : []))
}

const RIGHT = {
  ...{ status: 'paid', paid_at: '2031-01-01T00:00:00Z', is_archived: false, archivedOn: null },
  ...{ due: true, due_date: null, note: null, name: 'None', plan: 'None', link: '/bills/nullable' },
  sent_at: '0001-01-01T00:00:00Z',
  proof: { type: 'jwt', jwt: 'tk5f0c1e77aa20b3d4' },
  consensus_pubkey: { type: 'ed25519', key: 'wTeuSXVmJ4vTKjF2wVTmSGiI7hY2lw4mQNOdvYkPn0k=' },
  action: { kind: 'paid', token: 'tok_4f9d0c2b7a6e4f1d8b3a5c7e9f2d1b6a' },
  lines: [{ made_at: '2031-01-01T00:00:00Z', token: '****************f0c1' }],
  ...{
    next_page_token: 'tk5f0c1e77aa20b3d4',
    token_id: 'tk5f0c1e77aa20b3d4',
    secret_set_at: '2031-01-01T00:00:00Z',
  },
}

test('a response without contradictions breaks nothing', async () => {
  expect(await shown(RIGHT)).toEqual(['passed'])
  expect(await shown({ ...RIGHT, status: 'open', paid_at: null })).toEqual(['passed'])
})

test.each<readonly [object, string]>([
  [{ paid_at: null }, 'a time in "paid_at" while "status" is "paid" | null'],
  [{ is_archived: true }, 'a time in "archivedOn" while "is_archived" is true | null'],
  [{ note: 'None' }, 'no string in place of a missing "note" | None'],
  [{ name: 'undefined' }, 'no string in place of a missing "name" | undefined'],
  [{ link: '/bills/undefined/lines' }, 'no string in place of a missing "link" | /bills/undefined/lines'],
  [
    { lines: [{ made_at: '0001-01-01T00:00:00Z' }] },
    'no string in place of a missing "lines.0.made_at" | 0001-01-01T00:00:00Z',
  ],
  [{ password_hash: '$2b$10$N9qo8uLOickgx2ZMRZoMye' }, 'no undocumented secret | "password_hash"'],
  [{ login: { type: 'key', key: 'tk5f0c1e77aa20b3d4' } }, 'no undocumented secret | "login.key"'],
  [{ lines: [{ token: 'tk5f0c1e77aa20b3d4' }] }, 'no undocumented secret | "lines.0.token"'],
])('%j is wrong in itself', async (wrong, expected) => {
  expect(await shown({ ...RIGHT, ...wrong })).toEqual([expected])
})
