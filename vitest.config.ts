import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { HANG_MS } from './test/waiting.ts'

/** Many rounds of faults, kills and random requests: minutes, not seconds. `npm run test:long` runs them. */
const LONG = [
  'test/attack/*.test.ts',
  'test/e2e/service/faults-*.test.ts',
  'test/e2e/service/*-kill.test.ts',
  'test/e2e/service/clickhouse/*-kill.test.ts',
  'test/e2e/service/clickhouse/export-memory.test.ts',
  'test/e2e/service/fuzz*.test.ts',
  'test/e2e/service/hostile-*.test.ts',
  'test/e2e/service/security-*.test.ts',
  'test/e2e/service/database-url.test.ts',
  'test/e2e/service/demo.test.ts',
  'test/e2e/cli/hostile-servers.test.ts',
  'test/e2e/executable/*.test.ts',
  'test/e2e/cli/recordings.test.ts',
  'test/newcomer/newcomer.test.ts',
  'test/e2e/agreement/answers-alike.test.ts',
  'test/e2e/agreement/own-server.test.ts',
  'test/mutants/*.test.ts',
  'test/faults/probes.test.ts',
  'test/faults/principles/*.test.ts',
  'test/frameworks/*.test.ts',
]
/** Tests of both runs, with more in the long one. */
const BOTH = [
  'test/fuzz/damaged-document.test.ts',
  'test/fuzz/headers.test.ts',
  'test/fuzz/parsers.test.ts',
  'test/e2e/service/fairness/*.test.ts',
  'test/e2e/service/clickhouse/stores.test.ts',
  'test/e2e/service/organization-deletion.test.ts',
  'test/e2e/service/process.test.ts',
  'test/unit/contract/data/document/clauses.test.ts',
  'test/e2e/contract/*.test.ts',
  'test/e2e/package/package.test.ts',
  'test/golden/types.test.ts',
  'test/stand-ins/styles/styles.test.ts',
]
/** What takes longest: begun first, so that no worker is left alone with one of them at the end. */
const LONGEST = [
  'e2e/service/process',
  'e2e/package/package',
  'e2e/cli/contract',
  'e2e/service/clickhouse/stores',
  'e2e/cli/verify-ends',
  'e2e/cli/cli',
  'e2e/service/clickhouse/move',
  'e2e/cli/json',
  'e2e/contract/service-debian',
  'e2e/cli/ci',
  'e2e/service/migration/standstill',
  'e2e/contract/service',
  'e2e/service/analysis/analysis',
  'e2e/service/mail',
  'e2e/cli/verify',
  'golden/types',
  'e2e/service/batch-exports-events',
  'e2e/service/batch-exports-runs',
  'e2e/service/fairness/searches',
  'unit/contract/run/supervision/supervise',
  'e2e/service/tracing/tracing',
  'e2e/service/docs-page',
].map((name) => join(import.meta.dirname, 'test', `${name}.test.ts`))
const NONE = ['test/golden/*/**', 'node_modules']
const isLong = process.env['TEST_LONG'] === '1'

// One seed for all files of a long run, which each process of it inherits and the last lines name.
if (isLong) process.env['CONCORDAT_SEED'] ??= String(Date.now() % 2 ** 31)

// The commands and servers that tests start compile the same files each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/concordat-compile')

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      LONGEST.includes(moduleId) ? LONGEST.indexOf(moduleId) : LONGEST.length
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    // Short tests leave nothing behind for the next file, so that files may share what they import.
    ...(isLong
      ? { name: 'long', include: [...LONG, ...BOTH], exclude: NONE }
      : { name: 'short', include: ['test/**/*.test.ts'], exclude: [...NONE, ...LONG], isolate: false }),
    sequence: { sequencer: LongestFirst },
    // Against hangs only.
    testTimeout: 2 * HANG_MS,
    hookTimeout: 2 * HANG_MS,
    expect: { poll: { timeout: HANG_MS } },
    // More than two cores: much of the time of most tests is spent on waiting for others.
    maxWorkers: isLong ? 2 : 4,
    reporters: [['default', { summary: false }], './test/reporter.ts'],
  },
})
