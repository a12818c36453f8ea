import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const label = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const labels = { type: 'array', items: label }

interface Making {
  /** Number of labels that nobody requested. */
  readonly others: number
  /** True if the response has the labels in an envelope. */
  readonly isWrapped?: boolean
  /** True if the response contains those additional labels as well. */
  readonly isOpen?: boolean
}

/**
 * Returns the isolation outcome for a service that creates all labels in a request, and some that nobody
 * requested.
 */
async function isolationOf({
  others,
  isWrapped = false,
  isOpen = false,
}: Making): Promise<string | undefined> {
  const shown = isWrapped ? { type: 'object', properties: { made: labels } } : labels
  const document = await described({
    '/labels': {
      get: { operationId: 'list', responses: answers(labels) },
      post: {
        operationId: 'add',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['names'],
                properties: { names: { type: 'array', items: { type: 'string' } } },
              },
              example: { names: ['bug', 'plan'] },
            },
          },
        },
        responses: answers(shown, { status: 201 }),
      },
    },
    '/labels/{name}': {
      delete: {
        operationId: 'remove',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'Gone' } },
      },
    },
  })
  const all: { name: string }[] = [{ name: 'first' }]
  let made = 0
  const lines = await outcomes(document, {
    rules: ['isolation'],
    answer: ({ method, url }, text) => {
      if (method === 'GET') return Response.json(all)
      if (method === 'DELETE') {
        const index = all.findIndex(({ name }) => url.endsWith(`/${name}`))
        if (index >= 0) all.splice(index, 1)
        return new Response(null, { status: 204 })
      }
      const { names } = JSON.parse(text) as { names: string[] }
      const told = names.map((name) => ({ name: `${name}-${++made}` }))
      const more = Array.from({ length: others }, () => ({ name: `other-${++made}` }))
      all.push(...told, ...more)
      const listed = isOpen ? [...told, ...more] : told
      return Response.json(isWrapped ? { made: listed } : listed, { status: 201 })
    },
  })
  return lines.find((line) => line.startsWith('isolation add:'))
}

test.each([false, true])('all items that the answer to a create lists are made by it', async (isWrapped) => {
  expect(await isolationOf({ others: 0, isWrapped })).toBe('isolation add: passed')
})

test('what was not asked for is not, where an envelope lists it as well', async () => {
  expect(await isolationOf({ others: 2, isWrapped: true, isOpen: true })).toMatch(
    /^isolation add: .+ new item.* in GET \/labels after POST \/labels \| .*other-\d+, other-\d+$/,
  )
})

test.each([false, true])('what it does not list is not', async (isWrapped) => {
  expect(await isolationOf({ others: 2, isWrapped })).toMatch(
    /^isolation add: .+ new item.* in GET \/labels after POST \/labels \| other-\d+, other-\d+$/,
  )
})
