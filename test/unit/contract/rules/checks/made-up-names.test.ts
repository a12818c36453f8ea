import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

const text = { type: 'string' } as const
const talk = { '200': { content: { 'application/json': { schema: { type: 'object' } } } } } as const
const document = documentOf([
  {
    ...{ operationId: 'removeSpeaker', method: 'POST', path: '/talk/remove-speaker' },
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { type: 'object', required: ['user'], properties: { user: text } } },
      },
    },
    responses: talk,
  },
])

test.each([
  ['Speaker not found.', /not run, because removeSpeaker returned 400/],
  ['Something is wrong.', /^conformance removeSpeaker: status 200 .*\| status 400/],
])('a made-up name in a body may name nothing: "%s"', async (detail, line) => {
  const answer = () => Response.json({ detail }, { status: 400 })
  const [told] = await outcomes(document, { rules: ['conformance'], answer })
  expect(told).toMatch(line)
})
