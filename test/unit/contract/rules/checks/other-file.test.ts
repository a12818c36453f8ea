import { expect, test } from 'vitest'
import { downloadOf } from '../../../../../runtime/contract/rules/checks/content/upload.ts'
import { answers, described } from '../../support/described.ts'

const plan = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const file = (type: string) => ({
  200: { description: 'The file.', content: { [type]: { schema: { type: 'string' } } } },
})

/** Returns the operation that downloads a stored text, if its response has the given media type. */
async function downloadsAs(type: string): Promise<string | undefined> {
  const document = await described({
    '/plans': {
      post: {
        operationId: 'addPlan',
        requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
        responses: answers(plan, { status: 201 }),
      },
    },
    '/plans/{plan_id}': {
      parameters: [{ name: 'plan_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readPlan', responses: answers(plan) },
    },
    '/plans/{plan_id}/file': {
      parameters: [{ name: 'plan_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'loadPlan', responses: file(type) },
    },
  })
  const [upload] = document.operations
  return upload && downloadOf(upload, document)?.operationId
}

test.each(['text/csv', 'application/octet-stream', '*/*'])('a text may be downloaded as %s', async (type) => {
  expect(await downloadsAs(type)).toBe('loadPlan')
})

test('an archive is another file than the text that was sent', async () => {
  expect(await downloadsAs('application/x-tar')).toBeUndefined()
})
