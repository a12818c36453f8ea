import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const path = (name: string, more: object = {}) => ({
  ...{ name, in: 'path', required: true, schema: text },
  ...more,
})
const ADDRESS = 'x1qqqhv8k2n7'

/** Outcomes for a ledger whose accounts show their addresses inside, and their grants by role. */
async function ofLedger(route: string, parameter: object): Promise<readonly string[]> {
  const base = { type: 'object', properties: { address: text, number: text } }
  const account = { type: 'object', properties: { kind: text, base_account: base } }
  const accounts = { type: 'object', properties: { accounts: { type: 'array', items: account } } }
  const document = await described({
    '/accounts': { get: { operationId: 'accounts', responses: answers(accounts) } },
    [route]: {
      parameters: [parameter],
      get: {
        operationId: 'read',
        responses: answers({ type: 'object', properties: { granted: { type: 'integer' } } }),
      },
    },
  })
  return outcomes(document, {
    rules: ['conformance'],
    answer: ({ url }) => {
      if (url.endsWith('/accounts'))
        return Response.json({
          accounts: [{ kind: 'base', base_account: { address: ADDRESS, number: '7' } }],
        })
      const isKnown = url.endsWith(`/${ADDRESS}`) || url.endsWith('/tallying')
      return isKnown ? Response.json({ granted: 1 }) : Response.json({}, { status: 400 })
    },
  })
}

test('a parameter named after a role takes the name of an account', async () => {
  expect(await ofLedger('/grants/{granter}', path('granter'))).toContain('conformance read: passed')
  expect(await ofLedger('/grants/{granter_addr}', path('granter_addr'))).toContain('conformance read: passed')
})

test('a parameter takes a value that its description lists', async () => {
  const kind = path('kind', { description: 'It can be one of "voting" or "tallying".' })
  expect(await ofLedger('/params/{kind}', kind)).toContain('conformance read: passed')
})

test('an item that shows its name in a part is read by it', async () => {
  expect(await ofLedger('/accounts/{address}', path('address'))).toContain('conformance read: passed')
})
