import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyMock } from '../../../bench/mock/verify-mock.ts'
import { documentFile } from './mock-of.ts'

/** Minimum share of the planned pairs of operation and rule that are run. */
const LEAST_RUN = 0.9

// The tests run concurrently, because part of each run is spent waiting.
test.concurrent.each(readdirSync(join(import.meta.dirname, 'documents')))(
  'the suite finds nothing in the mock of %s, and runs nearly all that it has',
  async (name) => {
    const { described, complaints, pairs, run } = await verifyMock({ document: documentFile(name) })
    const found = described.findings.map(
      ({ rule, operations, expected, received }) => `${rule} ${operations}: ${expected} | ${received}`,
    )
    expect(found).toEqual([])
    expect(described.defects).toEqual([])
    expect(complaints).toEqual([])
    expect(pairs).toBeGreaterThan(0)
    const reasons = described.notRun.map(({ reason, checks }) => `${checks.length} ${reason}`).join('\n')
    expect(run / pairs, reasons).toBeGreaterThanOrEqual(LEAST_RUN)
  },
)
