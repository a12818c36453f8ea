import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const identity = {
  ...{ type: 'object', required: ['traits'] },
  properties: { id: { ...text, readOnly: true }, traits: { type: 'object' }, state: text },
}
const requestBody = { required: true, content: { 'application/json': { schema: identity } } }
const document = await described({
  '/identities': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: identity }) },
    post: {
      ...{ operationId: 'add', requestBody },
      responses: { ...answers(identity, { status: 201 }), 400: { description: 'Refused.' } },
    },
  },
  '/identities/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: { operationId: 'read', responses: answers(identity) },
    delete: { operationId: 'drop', responses: { 204: { description: 'Gone.' } } },
  },
})

/** Messages of two validators about a missing property of the traits. */
const messages: Readonly<Record<string, (name: string) => object>> = {
  'a validator for Go': (name) => ({
    reason: `I[#/traits] S[#/required] missing properties: "${name}"`,
  }),
  Ajv: (name) => [{ instancePath: '/traits', message: `must have required property '${name}'` }],
}

test.each(Object.keys(messages))('an open object gets the properties that %s requires', async (validator) => {
  const identities = new Map<string, object>()
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer({ method, url }, sent) {
      const [, , id] = new URL(url).pathname.split('/')
      if (method === 'POST') {
        const body = JSON.parse(sent)
        const lacking = ['email', 'first'].find((name) => body.traits?.[name] === undefined)
        if (lacking !== undefined)
          return Response.json({ error: messages[validator]?.(lacking) }, { status: 400 })
        if (!/^\S+@\S+$/.test(body.traits.email)) return Response.json({ error: 'traits' }, { status: 400 })
        const item = { ...body, id: `i${identities.size}` }
        identities.set(item.id, item)
        return Response.json(item, { status: 201 })
      }
      if (id === undefined) return Response.json([...identities.values()])
      const item = identities.get(id)
      if (item === undefined) return new Response(null, { status: 404 })
      if (method === 'DELETE') identities.delete(id)
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(item)
    },
  })
  expect(lines).toEqual(['list', 'add', 'read', 'drop'].map((name) => `conformance ${name}: passed`))
})
