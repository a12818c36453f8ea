import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const step = {
  type: 'object',
  required: ['op', 'path'],
  properties: { op: { type: 'string', enum: ['replace'] }, path: { type: 'string' }, value: {} },
}
const patches = {
  type: 'object',
  required: ['patches'],
  properties: { patches: { type: 'array', minItems: 1, items: step } },
}

/** Returns the outcome of a PATCH with this media type that is always rejected with an undocumented 400. */
async function refused(mediaType: string): Promise<string[]> {
  const item = { type: 'object', properties: { title: { type: 'string' } } }
  const document = await described({
    '/gate': {
      get: { operationId: 'readGate', responses: answers(item) },
      patch: {
        operationId: 'patchGate',
        requestBody: { required: true, content: { [mediaType]: { schema: patches } } },
        responses: answers(item),
      },
    },
  })
  const answer = ({ method }: Request): Response =>
    method === 'GET' ? Response.json({ title: 'A' }) : Response.json({}, { status: 400 })
  const lines = await outcomes(document, { answer, rules: ['conformance'] })
  return lines.filter((line) => line.includes('patchGate'))
}

test('paths that were made up may be refused in a JSON Patch, and in no other body', async () => {
  expect(await refused('application/json-patch+json')).toEqual([
    expect.stringMatching(/^conformance patchGate: not run, because /),
  ])
  expect(await refused('application/json')).toEqual([
    expect.stringMatching(/^conformance patchGate: status 200/),
  ])
})
