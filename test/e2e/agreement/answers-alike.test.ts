import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runContract, TargetError } from '@concordat/contract'
import { expect, test } from 'vitest'
import { importGenerated } from '../../../bench/agreement/generated-code.ts'

const golden = resolve(import.meta.dirname, '../../golden')
const cases = readdirSync(golden).filter((name) => existsSync(join(golden, name, 'expected/server.ts')))
/** A run that needs this many requests is stuck in a loop. */
const MOST_REQUESTS = 2_000

test.each(cases)('a server that answers {} to everything gets a report: %s', async (name) => {
  const [{ document } = { document: undefined }] = await importGenerated(join(golden, name, 'expected'))
  if (document === undefined) throw new Error('The case has no operations.')
  let requests = 0
  const run = runContract({
    document,
    budget: 6,
    inventory: true,
    target: {
      baseUrl: 'http://alike.test',
      disposable: true,
      fetch: async ({ method }) => {
        requests++
        return method === 'HEAD' ? new Response(null) : Response.json({})
      },
    },
  })
  // If the server is recognized as the wrong one, the run is rejected with a one-sentence error.
  const report = await run.catch((error: unknown) => {
    if (!(error instanceof TargetError)) throw error
    return undefined
  })
  const defects = report?.results.flatMap(({ outcome }) =>
    outcome.status === 'defect' ? [outcome.stack] : [],
  )
  expect(defects ?? []).toEqual([])
  expect(report?.results.length ?? 1).toBeGreaterThan(0)
  expect(requests).toBeLessThan(MOST_REQUESTS)
})
