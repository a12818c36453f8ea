import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

/** Returns the values of `step` that a run sends to a server until it accepts one, and the outcome. */
async function steps(schema: object, examples: object, accepts: RegExp) {
  const parameters = [{ name: 'step', in: 'query', required: true, schema, examples }]
  const document = await described({
    '/range': { get: { operationId: 'range', parameters, responses: answers({ type: 'string' }) } },
  })
  const asked: string[] = []
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer({ url }) {
      const step = new URL(url).searchParams.get('step') ?? ''
      asked.push(step)
      const isFit = accepts.test(step)
      return isFit ? Response.json('') : Response.json({ error: 'invalid duration' }, { status: 400 })
    },
  })
  return { asked, lines }
}

const duration = { type: 'string', format: 'duration' }
const either = { oneOf: [duration, { type: 'number', maximum: 0 }] }

test('an example of a parameter is sent although its format means something else', async () => {
  const { asked, lines } = await steps(duration, { go: { value: '15s' } }, /^\d+s$/)
  expect(asked).toEqual(['15s'])
  expect(lines).toEqual(['conformance range: passed'])
  expect((await steps(either, { go: { value: '15s' } }, /^\d+s$/)).asked).toEqual(['15s'])
})

test('a value of the format follows if the server wants one', async () => {
  const { asked } = await steps(duration, { go: { value: '15s' } }, /^P/)
  expect(asked).toEqual(['15s', expect.stringMatching(/^P/)])
})

test('an example that breaks the schema in another way is never sent', async () => {
  const { asked } = await steps({ ...duration, minLength: 4 }, { go: { value: '15s' } }, /^P/)
  expect(asked).toEqual([expect.stringMatching(/^P/)])
})
