import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const block = { type: 'object', properties: { hash: text, size: { type: 'integer' } } }
const hash = { name: 'hash', in: 'query', required: true, schema: text, example: 'OF-THE-DOCUMENT' }
const document = await described({
  '/status': { get: { operationId: 'status', responses: answers(block) } },
  '/block_by': { get: { operationId: 'find', parameters: [hash], responses: answers(block) } },
})

test('a name that the server shows is asked for once it does not know the example', async () => {
  const asked: (string | null)[] = []
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer({ url }) {
      const { pathname, searchParams } = new URL(url)
      if (pathname === '/block_by') asked.push(searchParams.get('hash'))
      const isKnown = pathname === '/status' || searchParams.get('hash') === 'a1b2'
      return isKnown
        ? Response.json({ hash: 'a1b2', size: 3 })
        : Response.json({ message: 'block not found' }, { status: 404 })
    },
  })
  expect(asked.slice(0, 2)).toEqual(['OF-THE-DOCUMENT', 'a1b2'])
  expect(lines).toContain('conformance find: passed')
})
