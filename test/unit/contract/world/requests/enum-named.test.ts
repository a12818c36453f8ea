import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const RuleType = { type: 'string', enum: ['VALIDITY', 'COMPATIBILITY', 'INTEGRITY'] }
const components = { schemas: { RuleType } }
const type = { $ref: '#/components/schemas/RuleType' }
const config = { type: 'string', maxLength: 40 }
const rule = { type: 'object', required: ['ruleType', 'config'], properties: { ruleType: type, config } }
const sent = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const not = { 404: { description: 'Not there' } }
const parameters = [{ name: 'ruleType', in: 'path', required: true, schema: type }]
const document = await described(
  {
    '/rules': {
      get: { operationId: 'listRules', responses: answers({ type: 'array', items: type }) },
      post: {
        operationId: 'addRule',
        requestBody: sent(rule),
        responses: { 204: { description: 'Added' }, 409: { description: 'There already' } },
      },
    },
    '/rules/{ruleType}': {
      parameters,
      get: { operationId: 'readRule', responses: { ...answers(rule), ...not } },
      put: { operationId: 'replaceRule', requestBody: sent(rule), responses: { ...answers(rule), ...not } },
      delete: { operationId: 'removeRule', responses: { 204: { description: 'Gone' }, ...not } },
    },
  },
  { components },
)

/** A service with rules of three kinds, at most one of each. */
function serverOf({ forgets = false } = {}) {
  const on = new Map<string, object>()
  return async (request: Request, text: string): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const { method } = request
    const name = decodeURIComponent(pathname.split('/')[2] ?? '')
    const body = text === '' ? {} : JSON.parse(text)
    if (name === '' && method === 'GET') return Response.json([...on.keys()])
    if (name === '') {
      if (on.has(body.ruleType))
        return Response.json({ message: `A rule named '${body.ruleType}' already exists.` }, { status: 409 })
      on.set(body.ruleType, body)
      return new Response(null, { status: 204 })
    }
    const found = on.get(name)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'DELETE') {
      on.delete(name)
      return new Response(null, { status: 204 })
    }
    if (method === 'PUT' && !forgets) on.set(name, { ...body, ruleType: name })
    return Response.json(method === 'PUT' ? { ...body, ruleType: name } : on.get(name))
  }
}

const judged = async (server: ReturnType<typeof serverOf>) => {
  const rules = ['conformance', 'lifecycle']
  const told = await outcomes(document, { answer: server, rules })
  return told.filter((line) => / (replace|remove)Rule: /.test(line))
}

test('once all names are taken, what the run made before is changed and removed', async () => {
  const [conformance, lifecycle, removal] = await judged(serverOf())
  expect([conformance, lifecycle, removal]).toEqual([
    'conformance replaceRule: passed',
    'lifecycle replaceRule: passed',
    'conformance removeRule: passed',
  ])
  const [, loss] = await judged(serverOf({ forgets: true }))
  expect(loss).toMatch(/^lifecycle replaceRule: "config" as sent, when read again/)
})
