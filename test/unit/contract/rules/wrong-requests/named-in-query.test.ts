import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const chart = { type: 'object', required: ['points'], properties: { points: { type: 'array' } } }
const text = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more })

/**
 * Returns the lines about a read that takes the name of its item in the query. @param isChecked False if the
 * server ignores the other parameter.
 */
async function told(isChecked: boolean): Promise<readonly string[]> {
  const document = await described({
    '/charts': {
      get: {
        operationId: 'readChart',
        parameters: [
          text('chart', { required: true, example: 'tides' }),
          { name: 'deep', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: answers(chart),
      },
      post: {
        operationId: 'readLongChart',
        requestBody: { content: { 'application/json': { schema: chart } } },
        responses: answers(chart),
      },
    },
  })
  expect(document.operations[0]?.addressed?.path).toBe('/charts/{chart}')
  return outcomes(document, {
    rules: ['negative'],
    answer: ({ url, method }) => {
      const { searchParams } = new URL(url)
      if (method !== 'GET') return Response.json({}, { status: 403 })
      if (searchParams.get('chart') === null) return Response.json({}, { status: 400 })
      const deep = searchParams.get('deep') ?? 'true'
      const isWrong = isChecked && !['true', 'false'].includes(deep)
      return isWrong ? Response.json({}, { status: 400 }) : Response.json({ points: [] })
    },
  })
}

test('a request with a wrong parameter names its item, too', async () => {
  expect((await told(false)).join('\n')).toContain('the value "not-a-boolean" of the query parameter "deep"')
  expect((await told(true)).join('\n')).not.toContain('not-a-boolean')
})
