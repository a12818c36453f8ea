import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Code that fails on a slow or busy machine, and its replacement. */
const REFUSED: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  {
    pattern: /\bvi\.wait(For|Until)\b/,
    instead: 'It gives up after a second. Use expect.poll, or until of test/waiting.ts.',
  },
  {
    pattern: /\btimeout: \d|^\s*\}, [\d_]{4,}\)$|\.(setTimeout|setDefaultTimeout)\([\d_]+[,)]/,
    instead:
      'Tests, hooks and polls have the limit of vitest.config.ts, against hangs; others use HANG_MS of test/waiting.ts.',
  },
  {
    pattern:
      /(Date|performance)\.now\(\) (-|<|>) (?!.*toBeGreaterThan)|(?<!=)[-<>]=? (Date|performance)\.now\(\)|hrtime/,
    instead:
      'Wait for what happens, count steps, or compare the processor time of twice the work (test/growth.ts).',
  },
]

/** Lines that are allowed to stay, by file, with the reason. */
const ALLOWED: Readonly<Record<string, { readonly has: string; readonly reason: string }>> = {
  'unit/generator/verify-config.test.ts': { has: 'timeout: 7', reason: 'an option that is read' },
  'unit/client/types.test.ts': { has: '{ timeout: 5 }', reason: 'an option that does not compile' },
  'unit/mock/webhooks.test.ts': {
    has: 'Number(time)',
    reason: 'a receiver takes signatures of five minutes',
  },
  'unit/contract/rules/evidence/members-that-change-by-themselves.test.ts': {
    has: 'since',
    reason: 'a service whose answers change by the clock',
  },
  'faults/sets/tenth/python-probes.ts': {
    has: 'hoursAgo',
    reason: 'a service that tells hours by its clock',
  },
  'unit/contract/world/items/removal.test.ts': { has: 'since < 4000', reason: 'a clock that the test moves' },
  'unit/contract/rules/checks/agreement.test.ts': {
    has: 'examined',
    reason: 'a service that goes on by itself',
  },
  'unit/contract/run/supervision/supervise.test.ts': {
    has: 'beforehand',
    reason: 'the time of a run, ten times what a part of it took',
  },
  'e2e/cli/verify-ends.test.ts': {
    has: 'began',
    reason: 'the time of runs, ten times what a part of one took',
  },
  'e2e/mock/command.test.ts': { has: 'took', reason: 'a latency that is at least so long' },
  'e2e/service/batch-exports-runs.test.ts': { has: '60_000', reason: 'a range of dates' },
  'e2e/service/batch-exports.test.ts': { has: 'Date.parse(hour', reason: 'a date that lies after another' },
  'e2e/service/capture-browser.test.ts': { has: '3_600_000', reason: 'dates within an hour' },
  'e2e/service/clickhouse/move.test.ts': { has: '3_600_000', reason: 'dates of events' },
  'e2e/service/clickhouse/read-export.ts': { has: 'seconds:', reason: 'a measurement that is told' },
  'e2e/service/commands.test.ts': { has: 'expires_at', reason: 'a date that lies a day ahead' },
  'e2e/service/faults-exporter-kill.test.ts': { has: 'begun', reason: 'a measurement that is told' },
  'e2e/service/faults-s3.test.ts': {
    has: 'underWay',
    reason: 'a moment for an outage, which any other may be as well',
  },
  'mutants/mutants.ts': { has: 'started', reason: 'a measurement that is told' },
  'newcomer/terminal.ts': { has: 'effort.seconds', reason: 'a measurement that is told' },
  'side-by-side/program.ts': { has: 'begin', reason: 'a measurement that is told' },
}

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.ts$/.test(path) && !path.startsWith('golden/') && !/node_modules|unit\/time\.test/.test(path),
)

/** Returns the rejected lines: file, line, and the suggested replacement. */
function refusedIn(path: string, text: string): string[] {
  const allowed = ALLOWED[path]?.has
  return text.split('\n').flatMap((line, index) => {
    if (allowed !== undefined && line.includes(allowed)) return []
    return REFUSED.filter(({ pattern }) => pattern.test(line)).map(
      ({ instead }) => `test/${path}:${index + 1} ${line.trim()}: ${instead}`,
    )
  })
}

test('no test has a limit of time of its own', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((path) => refusedIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test('what is allowed is there', () => {
  for (const [path, { has }] of Object.entries(ALLOWED))
    expect(readFileSync(join(root, path), 'utf8'), path).toContain(has)
})

test.each([
  'expect(performance.now() - start).toBeLessThan(2000)',
  'const took = performance.now() - start',
  'for (const until = Date.now() + 5000; until > Date.now(); ) await sleep(5)',
  'await vi.waitFor(() => expect(done).toBe(true))',
  'await expect.poll(read, { timeout: 5000 }).toBe(1)',
  '}, 30_000)',
])('%s is refused', (line) => {
  expect(refusedIn('unit/some.test.ts', line)).toHaveLength(1)
})

test('a time that passes at least is none', () => {
  expect(refusedIn('unit/some.test.ts', 'expect(performance.now() - start).toBeGreaterThan(50)')).toEqual([])
})
