import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const filter = {
  name: 'filter',
  in: 'query',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['size'], properties: { size: { type: 'integer', minimum: 1 } } },
    },
  },
}

/** True if the document allows a string as the filter. */
function isValid(text: string): boolean {
  try {
    return Number.isInteger(JSON.parse(text).size) && JSON.parse(text).size >= 1
  } catch {
    return false
  }
}

test('a parameter of JSON gets valid values, and a server that cannot take them is found out', async () => {
  const document = await described({
    '/shirts': {
      get: {
        operationId: 'list',
        parameters: [filter],
        responses: { ...answers({ type: 'array' }), 400: { description: 'Wrong' } },
      },
    },
  })
  const valid: string[] = []
  const run = (status: number) =>
    outcomes(document, {
      rules: ['generated'],
      answer: ({ url }) => {
        const text = new URL(url).searchParams.get('filter')
        if (text !== null && !isValid(text)) return Response.json({}, { status: 400 })
        if (text !== null) valid.push(text)
        return Response.json([], { status: text === null ? 200 : status })
      },
    })
  expect(await run(200)).toEqual(['generated list: passed'])
  expect(valid.length).toBeGreaterThan(0)
  expect((await run(500)).join()).toContain('a documented success or rejection for a valid request')
})
