import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { groupFindings } from '../../../../runtime/contract/report/group-findings.ts'
import { answers, described } from '../support/described.ts'

const lacking = (name: string) => answers({ type: 'object', required: ['result', name] })

test.each([
  ['error', 'error', 1],
  ['error', 'trace', 2],
])('responses of several schemas that lack "%s" and "%s" have %i causes', async (one, other, causes) => {
  const document = await described({
    '/blocks': { get: { operationId: 'listBlocks', responses: lacking(one) } },
    '/peers': { get: { operationId: 'listPeers', responses: lacking(other) } },
  })
  const { results } = await runContract({
    document,
    select: { rules: ['conformance/schema'] },
    target: { baseUrl: 'http://chain.test', fetch: async () => Response.json({ result: [] }) },
  })
  const found = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(found.length).toBe(2)
  expect(groupFindings(found).length).toBe(causes)
})
