import { expect, test } from 'vitest'
import { createClient } from '../../../generated/client.ts'
import { document } from '../../../generated/operations.ts'
import { unavailableRefusal } from '../../../server/refusals/errors.ts'

test.each(document.operations.map(({ operationId, responses }) => [operationId, responses] as const))(
  '%s documents what any operation answers while the database is away',
  (_, responses) => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['429', '503']))
  },
)

test('what is answered while the database is away comes with its type', async () => {
  const { status, body, headers } = unavailableRefusal('busy', 'The service is busy.')
  const api = createClient({
    baseUrl: 'http://service.test',
    fetch: async () => Response.json(body, { status, headers }),
  })
  const answer = await api.organizations.listOrganizations.result({})
  if (answer.status !== 503) throw new Error(`It answered ${answer.status}.`)
  expect(answer.body.code).toBe('busy')
  expect(answer.headers.get('Retry-After')).toBe('1')
})
