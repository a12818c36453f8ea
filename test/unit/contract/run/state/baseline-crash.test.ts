import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 9 }, size: { type: 'integer', minimum: 1 } },
}
const paths = {
  '/orders': {
    post: {
      operationId: 'order',
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { ...answers(schema, { status: 201 }), 400: { description: 'No' } },
    },
  },
}

const itemPaths = {
  '/orders/{orderId}': {
    get: {
      operationId: 'getOrder',
      parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }],
      responses: answers(schema),
    },
  },
}

async function found(rule: string, answer: (text: string, request: Request) => number) {
  const { results } = await runContract({
    ...{ document: await described(paths), select: { rules: [rule] } },
    target: {
      ...{ baseUrl: 'http://orders.test', disposable: true },
      fetch: async (request) => Response.json({}, { status: answer(await request.clone().text(), request) }),
    },
  })
  return results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
}

test.each(['negative', 'leniency', 'generated'])(
  '%s does not blame what is wrong with a request where valid ones fail as well',
  async (rule) => {
    const findings = await found(rule, () => 500)
    expect(findings.map(({ wrong, cause }) => ({ wrong, cause }))).toEqual([
      {
        wrong: 'returns 500 ({}) instead of a documented success or rejection for a valid request',
        cause: undefined,
      },
    ])
  },
)

test('a server that fails over what is wrong alone is told what that is', async () => {
  const findings = await found('negative', (text) => {
    if (/"name":"[^"]{10}/.test(text)) return 500
    return /"name":"[^"]+"/.test(text) && /"size":[1-9]/.test(text) ? 201 : 400
  })
  expect(findings.map(({ wrong }) => wrong)).toContainEqual(
    expect.stringMatching(
      /^returns 500 \(\{\}\) instead of 400 for a body whose "name" violates "maxLength"/,
    ),
  )
})

test.each(['negative', 'leniency', 'generated'])(
  '%s says nothing of an operation that is overloaded, whatever it is asked',
  async (rule) => expect(await found(rule, () => 503)).toEqual([]),
)

test.each([
  ['a 503 to a wrong request alone is an overload if it does not recur', false],
  ['a 503 to a wrong request that recurs is told', true],
])('%s', async (_, recurs) => {
  let [isDown, isOver] = [false, false]
  const findings = await found('negative', (text, { headers }) => {
    const isJson = headers.get('content-type') === 'application/json'
    const isValid = isJson && /"name":"[^"]{0,9}"/.test(text) && !/"size":(?![1-9])/.test(text)
    if (isValid) isOver = isDown && !recurs
    else isDown = true
    if (isValid) return 201
    return isOver ? 400 : 503
  })
  expect(findings.some(({ wrong }) => wrong.startsWith('returns 503'))).toBe(recurs)
})

test.each(['unknown-id', 'robustness', 'conformance'])(
  'an unavailable item is told by conformance alone, not by %s',
  async (rule) => {
    const { results } = await runContract({
      ...{ document: await described(itemPaths), select: { rules: [rule] } },
      target: {
        ...{ baseUrl: 'http://orders.test', pathParameters: { orderId: '7' } },
        fetch: async () => Response.json({ message: 'Not in this mode.' }, { status: 503 }),
      },
    })
    const told = results.map(({ outcome }) => outcome.status)
    expect(told).toEqual([rule === 'conformance' ? 'failed' : 'not-run'])
  },
)

test('an operation that answers nothing but 503 is told by conformance', async () => {
  const findings = await found('conformance', () => 503)
  expect(findings.map(({ wrong }) => wrong)).toEqual([
    expect.stringMatching(/^returns 503 .* instead of 201$/),
  ])
})
