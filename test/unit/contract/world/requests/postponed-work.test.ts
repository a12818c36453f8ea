import { Permission } from '@concordat/contract'
import { expect, test } from 'vitest'
import { identifierMembers } from '../../../../../runtime/contract/world/requests/members/identifier-members.ts'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }

async function restore(required: readonly string[], type = 'application/json') {
  const schema = { type: 'object', required, properties: { name: text, async: text, isAsync: text } }
  const flag = { name: 'async', in: 'query', schema: { type: 'boolean' } }
  const document = await described({
    '/restore': {
      post: {
        ...{ operationId: 'restore', parameters: [flag] },
        requestBody: { content: { [type]: { schema } } },
        responses: answers({ type: 'object' }),
      },
    },
  })
  const [operation] = document.operations
  if (operation === undefined) throw new Error('There is no operation.')
  return { document, operation }
}

test('what postpones the work is omitted unless it is required', async () => {
  const { document, operation } = await restore(['name'])
  expect([...identifierMembers(operation, document)]).toEqual(['async'])
  const [flag] = operation.parameters ?? []
  if (flag === undefined) throw new Error('There is no parameter.')
  expect(new Permission({ document, target: {} }).withholds(operation, flag)).toBe(true)
  const ranged = await restore(['name'], '*/*')
  expect([...identifierMembers(ranged.operation, ranged.document)]).toEqual(['async'])
  const other = await restore(['async'])
  expect([...identifierMembers(other.operation, other.document)]).toEqual([])
})
