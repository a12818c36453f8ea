import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const item = { type: 'object', properties: { name: text, type: text } }
const parameters = ['type', 'volume'].map((name) => ({ name, in: 'path', required: true, schema: text }))
const list = (operationId: string) => ({
  get: { operationId, responses: answers({ type: 'array', items: item }) },
})
const document = await described({
  '/crews': list('crews'),
  '/pools': list('pools'),
  '/volumes': list('volumes'),
  '/volumes/{type}/{volume}': { get: { operationId: 'volume', parameters, responses: answers(item) } },
})

test('a kind in a path is first one that things of the path have', async () => {
  const asked: string[] = []
  const kinds: Readonly<Record<string, string>> = { crews: 'rowing', pools: 'deep', volumes: 'custom' }
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer({ url }) {
      const [, kind = '', type, name] = new URL(url).pathname.split('/')
      const items = [1, 2, 3].map((each) => ({ name: `${kind}${each}`, type: kinds[kind] }))
      if (type === undefined) return Response.json(items)
      asked.push(type)
      const found = type === 'custom' ? items.find((each) => each.name === name) : undefined
      return found ? Response.json(found) : new Response(null, { status: 404 })
    },
  })
  expect(asked[0]).toBe('custom')
  expect(lines).toContain('conformance volume: passed')
})
