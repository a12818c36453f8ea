import { type Finding, runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { groupFindings } from '../../../../runtime/contract/report/group-findings.ts'
import { documentOf } from '../support/small-service.ts'

/** Returns the findings about a server with these responses, of which one is documented for all statuses. */
async function foundFor(answer: () => Response): Promise<readonly Finding[]> {
  const paths = ['/a', '/b', '/c']
  const { results } = await runContract({
    document: documentOf(
      paths.map((path) => ({
        ...{ operationId: path.slice(1), method: 'GET', path },
        responses: {
          default: {
            content: {
              'application/json': { schema: { type: 'object', required: [`${path.slice(1)}Id`] } },
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

test('an error that is only documented with all responses need not have content', async () => {
  const kinds = async (status: number): Promise<readonly string[]> =>
    (await foundFor(() => new Response(null, { status }))).map(({ kind }) => kind)
  expect(await kinds(400)).not.toContain('other media type')
  expect(await kinds(200)).toContain('other media type')
})

test('errors that the document describes only by the response of the success are one fault', async () => {
  expect(await causes(409)).toBe(1)
})

test('successes that break that response are one fault each', async () => {
  expect(await causes(200)).toBe(3)
})
