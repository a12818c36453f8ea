import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { groupFindings } from '../../../../runtime/contract/report/group-findings.ts'
import { documentOf } from '../support/small-service.ts'

/** Returns the number of causes for a server whose responses all differ from the only documented response. */
async function causes(status: number): Promise<number> {
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
      fetch: async () => Response.json({ error: 'no' }, { status }),
    },
  })
  const found = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(found).toHaveLength(paths.length)
  return groupFindings(found).length
}

test('errors that the document describes only by the response of the success are one fault', async () => {
  expect(await causes(409)).toBe(1)
})

test('successes that break that response are one fault each', async () => {
  expect(await causes(200)).toBe(3)
})
