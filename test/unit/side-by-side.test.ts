import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isUnseen } from '../mutants/fault.ts'
import { storeFaults } from '../mutants/faults/faults.ts'
import { startStoreService } from '../mutants/store-subject.ts'
import { type ContestOptions, runContest } from '../side-by-side/contest.ts'
import { runProgram } from '../side-by-side/program.ts'
import { sampleFaults } from '../side-by-side/sample.ts'
import { findSchemathesis } from '../side-by-side/schemathesis.ts'
import { readReport } from '../side-by-side/schemathesis-report.ts'
import { loadApi, writeSettings } from '../side-by-side/schemathesis-settings.ts'
import { countBetween, readServiceCount } from '../side-by-side/service-count.ts'
import { formatContest, formatSpeed, isFastEnough, speedRatio } from '../side-by-side/tables.ts'
import type { Tester } from '../side-by-side/trial.ts'
import { HANG_MS } from '../waiting.ts'

const folder = mkdtempSync(join(tmpdir(), 'concordat-contest-test-'))
const { signal } = new AbortController()
const store = await startStoreService()
afterAll(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

test('a missing Schemathesis is told with the commands that install it', async () => {
  await expect(findSchemathesis('/nowhere', signal)).rejects.toThrow(
    'There is no "/nowhere/bin/schemathesis". Install it: python3 -m venv /nowhere && /nowhere/bin/pip install schemathesis',
  )
})

test('a program ends at its time limit', async () => {
  const args = ['-e', 'setInterval(() => {}, 1000)']
  const ended = await runProgram({
    ...{ path: process.execPath, args, cwd: folder, env: {}, limitSeconds: 0.5, signal },
  })
  expect(ended.code).toBeUndefined()
})

test('a program ends with the command', async () => {
  const controller = new AbortController()
  const run = runProgram({
    ...{ path: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], cwd: folder, env: {} },
    ...{ limitSeconds: HANG_MS / 1000, signal: controller.signal },
  })
  controller.abort(new Error('Ended.'))
  await expect(run).rejects.toThrow('Ended.')
})

test('the report gives failed checks by operation, and what kept an operation from being tested', async () => {
  const path = join(folder, 'report.ndjson')
  const check = (name: string, status: string) => ({
    name,
    status,
    ...(status === 'failure' && { failure_info: { failure: { operation: 'GET /products' } } }),
  })
  const checks = { a: [check('ignored_auth', 'failure')], b: [check('use_after_free', 'success')] }
  const lines = [
    { EngineStarted: {} },
    { ScenarioFinished: { recorder: {} } },
    { ScenarioFinished: { recorder: { checks } } },
    { NonFatalError: { label: 'PUT /products/{product_id}' } },
  ]
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"ScenarioFin`)
  expect([...(await readReport(path))]).toEqual([
    'ignored_auth GET /products',
    'error PUT /products/{product_id}',
  ])
  await expect(readReport(join(folder, 'none'))).rejects.toThrow('has written no report')
})

test('Schemathesis is told both callers and the ids that its document has parameters for', async () => {
  const api = await loadApi(join(import.meta.dirname, '../mutants/store.openapi.yaml'), [])
  const subject = { ...(await store.makeSubject()), given: { product_id: '7', absent_id: '8' } }
  const { config, document } = writeSettings(folder, { api, subject })
  expect(JSON.parse(readFileSync(document, 'utf8')).info.title).toBe('Store')
  const text = readFileSync(config, 'utf8')
  expect(text).toContain('peers = ["owner","stranger"]')
  expect(text).toContain('"path.product_id" = "7"')
  expect(text).not.toContain('absent_id')
  const { auth } = JSON.parse(readFileSync(join(folder, 'authentication.json'), 'utf8'))
  expect(auth).toEqual([
    { name: 'owner', fixedHeaders: [{ name: 'x-api-key', value: subject.credentials['ApiKey'] }] },
    { name: 'stranger', fixedHeaders: [{ name: 'x-api-key', value: subject.strangerCredentials['ApiKey'] }] },
  ])
})

test('requests are counted at the service', async () => {
  let status200 = 3
  const server = createServer((_, response) => {
    response.end(
      [
        '# TYPE concordat_requests_total counter',
        `concordat_requests_total{operation="listPets",status="200"} ${status200}`,
        'concordat_requests_total{operation="none",status="404"} 2',
        'concordat_request_seconds_sum{operation="listPets"} 0.5',
        '',
      ].join('\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const before = await readServiceCount(url)
  expect(before).toEqual({ requests: 5, successes: 3, serviceSeconds: 0.5 })
  status200 = 10
  expect(countBetween(before, await readServiceCount(url))).toEqual({
    requests: 7,
    successes: 7,
    serviceSeconds: 0,
  })
  server.close()
})

test('a sample is the same for a seed, in the order of the faults, and another for another seed', () => {
  const ids = (seed: string, count: number) => sampleFaults(storeFaults, { seed, count }).map(({ id }) => id)
  const ten = ids('a', 10)
  expect(ten).toHaveLength(10)
  expect(ids('a', 10)).toEqual(ten)
  expect(ids('b', 10)).not.toEqual(ten)
  const all = storeFaults.map(({ id }) => id)
  expect(all.filter((id) => ten.includes(id))).toEqual(ten)
  expect(ids('a', 1000)).toEqual(all)
})

const [seen] = storeFaults.filter(({ id }) => !isUnseen('store', id))
const [unseen] = storeFaults.filter(({ id }) => isUnseen('store', id))
const faults = [seen!, unseen!]

const testerOf =
  (complain: (seed: string, faultId: string | undefined) => readonly string[]): Tester =>
  async ({ seed, fault, isBroken }) => ({
    complaints: new Set(complain(seed, isBroken ? fault.id : undefined)),
    requests: 10,
    seconds: 1,
  })

const contestOf = (theirs: Tester, options: Partial<ContestOptions> = {}) =>
  runContest({
    service: store,
    ours: testerOf((_, fault) => (fault === undefined ? [] : ['rule operation'])),
    theirs,
    faults,
    ...{ seed: 'x', jobs: 2, signal, onStep: () => {} },
    ...options,
  })

test('a fault is caught by a complaint that the correct server does not get', async () => {
  const contest = await contestOf(
    testerOf((_, fault) => ['noise A', ...(fault === seen!.id ? ['check B'] : [])]),
  )
  const verdicts = contest.verdicts.map(({ fault, ours, theirs }) => [
    fault.id,
    ours.isCaught,
    theirs.isCaught,
  ])
  expect(verdicts).toEqual([
    [seen!.id, true, true],
    [unseen!.id, true, false],
  ])
  expect([...contest.theirs.falseAlarms]).toEqual(['noise A'])
  expect(contest.theirs.wrongControls).toBe(0)
})

test('a complaint that comes and goes before the correct server shows in its controls', async () => {
  const { theirs } = await contestOf(testerOf((seed) => [`noise ${seed}`]))
  expect(theirs.wrongControls).toBe(theirs.controls)
})

test('a run that says nothing about a fault is judged neither way, and one before the correct server ends all', async () => {
  const spoilt: Tester = async ({ fault, isBroken }) => ({
    complaints: new Set(['error A']),
    ...{ requests: 1, seconds: 1 },
    ...(isBroken && fault.id === seen!.id && { unusable: 'The fault has thrown.' }),
  })
  const text = formatContest(await contestOf(spoilt))
  expect(text).toMatch(/^Schemathesis +0\/0 +0\/1 +0\/1 0\.0 % +1 +1\.0 +1 +1 /m)
  const useless: Tester = async (options) => ({ ...(await spoilt(options)), unusable: 'No answer.' })
  await expect(contestOf(useless)).rejects.toThrow('before the correct server is of no use: No answer.')
})

test('tables name seen faults, and count the others', async () => {
  const text = formatContest(await contestOf(testerOf(() => [])))
  expect(text).toContain(`Caught by concordat alone: 2\n  ${seen!.rule} ${seen!.id}\n  and 1 unseen`)
  expect(text).not.toContain(unseen!.id)
})

test('a ratio is the median of the ratios of each round', () => {
  const lap = (requests: number) => ({ requests, successes: requests, serviceSeconds: 1, seconds: 1 })
  const ours = { name: 'ours', laps: [lap(100), lap(60), lap(10)] }
  const other = { name: 'other', laps: [lap(10), lap(10), lap(10)] }
  expect(speedRatio(ours, other)).toBe(6)
  expect(isFastEnough({ ours: [ours], theirs: [other] })).toBe(true)
  expect(isFastEnough({ ours: [ours, other], theirs: [other] })).toBe(false)
  const table = formatSpeed({ ours: [ours, other], theirs: [other] })
  expect(table).toMatch(/^ours .* 6\.00$/m)
  expect(table).toMatch(/^other .* 1\.00$/m)
})
