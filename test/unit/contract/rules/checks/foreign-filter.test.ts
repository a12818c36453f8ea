import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const state = { type: 'string', enum: ['new', 'sold'] }
const cart = {
  type: 'object',
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string' },
    state: { ...state, readOnly: true },
  },
}
const body = { type: 'object', properties: { name: { type: 'string' } } }

test.each([
  [false, []],
  [true, [expect.stringMatching(/^tenancy listCarts: /)]],
])('a list that is filtered shows nothing of others (fault: %s)', async (isFaulty, expected) => {
  const document = await described(
    {
      '/carts': {
        get: {
          operationId: 'listCarts',
          parameters: [{ name: 'state', in: 'query', schema: state }],
          responses: answers({ type: 'array', items: cart }),
        },
        post: {
          operationId: 'fill',
          requestBody: { content: { 'application/json': { schema: body } } },
          responses: answers(cart, { status: 201 }),
        },
      },
      '/carts/{id}': {
        get: {
          operationId: 'readCart',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { ...answers(cart), 404: { description: 'None.' } },
        },
      },
    },
    {
      components: { securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'key' } } },
      security: [{ Key: [] }],
    },
  )
  const kept: { id: string; state: string; owner: string }[] = []
  const answer = ({ method, url, headers }: Request, sent: string): Response => {
    const owner = headers.get('key') ?? ''
    if (!['ours', 'theirs'].includes(owner)) return Response.json({}, { status: 401 })
    const shown = ({ owner: _, ...one }: (typeof kept)[number]) => one
    if (method === 'POST') {
      const made = { ...JSON.parse(sent || '{}'), id: `c${kept.length}`, state: 'new', owner }
      kept.push(made)
      return Response.json(shown(made), { status: 201 })
    }
    const [, , id] = new URL(url).pathname.split('/')
    const own = kept.find((one) => one.id === id && one.owner === owner)
    if (id !== undefined)
      return own === undefined ? Response.json({}, { status: 404 }) : Response.json(shown(own))
    const wanted = new URL(url).searchParams.get('state')
    const isTheirs = (one: { owner: string }) => one.owner === owner || (isFaulty && wanted === 'new')
    return Response.json(kept.filter((one) => isTheirs(one) && [null, one.state].includes(wanted)).map(shown))
  }
  const lines = await outcomes(document, {
    ...{ answer, rules: ['tenancy'], credentials: { Key: 'ours' }, otherCredentials: { Key: 'theirs' } },
  })
  expect(lines.filter((line) => !/: (?:passed|not run)/.test(line))).toEqual(expected)
})
