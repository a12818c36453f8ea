import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

test('a required parameter that is a list gets a list, not one of its items', async () => {
  const condition = {
    type: 'object',
    required: ['key', 'value'],
    properties: { key: { type: 'string' }, value: { type: 'string' } },
  }
  const parameters = [
    {
      name: 'conditions',
      in: 'query',
      required: true,
      schema: { type: 'array', minItems: 2, items: condition },
    },
  ]
  const document = await described({
    '/epics': { get: { operationId: 'search', parameters, responses: answers({ type: 'array' }) } },
  })
  const sent: string[][] = []
  await outcomes(document, {
    rules: ['conformance'],
    answer({ url }) {
      sent.push(new URL(url).searchParams.getAll('conditions'))
      return Response.json([])
    },
  })
  expect(sent[0]?.map((each) => Object.keys(JSON.parse(each)))).toEqual([
    ['key', 'value'],
    ['key', 'value'],
  ])
})
