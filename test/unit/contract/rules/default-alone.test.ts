import { type Finding, runContract } from '@concordat/contract'
import type { JsonSchema } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { groupFindings } from '../../../../runtime/contract/report/group-findings.ts'
import { documentOf } from '../support/small-service.ts'

/** Returns the findings about a server with these responses, which one key of each operation documents. */
async function foundFor(
  answer: () => Response,
  {
    key = 'default',
    properties = {},
  }: { readonly key?: string; readonly properties?: Readonly<Record<string, JsonSchema>> } = {},
): Promise<readonly Finding[]> {
  const paths = ['/a', '/b', '/c']
  const { results } = await runContract({
    document: documentOf(
      paths.map((path) => ({
        ...{ operationId: path.slice(1), method: 'GET', path },
        responses: {
          [key]: {
            content: {
              'application/json': {
                schema: { type: 'object', required: [`${path.slice(1)}Id`], properties },
              },
            },
          },
        },
      })),
    ),
    select: { rules: ['conformance'] },
    target: {
      baseUrl: 'http://small.test',
      fetch: async () => answer(),
    },
  })
  return results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
}

/** Returns the number of causes if all responses differ from the documented one. */
async function causes(status: number): Promise<number> {
  const found = await foundFor(() => Response.json({ error: 'no' }, { status }))
  expect(found).toHaveLength(3)
  return groupFindings(found).length
}

test.each(['default', '4XX', '2XX'])('an error need not have the content of %s', async (key) => {
  const kinds = async (status: number): Promise<readonly string[]> =>
    (await foundFor(() => new Response(null, { status }), { key })).map(({ kind }) => kind)
  expect(await kinds(400)).not.toContain('other media type')
  if (key !== '4XX') expect(await kinds(200)).toContain('other media type')
})

test('errors that the document describes only by the response of the success are one fault', async () => {
  expect(await causes(409)).toBe(1)
})

test('successes that break that response are one fault each', async () => {
  expect(await causes(200)).toBe(3)
})

test('lists that the document describes as their items are one fault', async () => {
  const properties = { aId: { type: 'string' }, note: { type: 'string' } }
  const found = await foundFor(() => Response.json({ things: [] }), { key: '200', properties })
  expect(found).toHaveLength(3)
  expect(groupFindings(found)).toHaveLength(1)
  const lacking = await foundFor(() => Response.json({ note: 'no id' }), { key: '200', properties })
  expect(groupFindings(lacking)).toHaveLength(3)
})
