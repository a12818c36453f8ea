import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPORT_FORMATS, type ReportDocument, renderReport } from '@concordat/contract'
import { Ajv } from 'ajv'
import { validate } from 'ctrf'
import { parse as readJUnit } from 'junit2json'
import { beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { describeRun, FAULTS, HOSTILE, hostile } from './broken-run.ts'

const root = join(import.meta.dirname, '../../../..')

let report: ReportDocument
let variants: readonly ReportDocument[]
beforeAll(async () => {
  report = await describeRun(...FAULTS)
  const nowhere = report.findings.map((finding) => ({
    ...finding,
    place: { clause: '#/info', file: '' },
    otherPlaces: [],
  }))
  variants = [report, await describeRun(), hostile(report), { ...report, findings: nowhere }]
})

describe('JSON', () => {
  test('is the report as it is', () => {
    expect(JSON.parse(renderReport(report, 'json'))).toEqual(JSON.parse(JSON.stringify(report)))
  })

  test('tells for every operation and rule what became of it, and by which finding', () => {
    const results = report.operations.flatMap(({ results }) => results)
    expect(results.length).toBe(report.totals.passed + report.totals.failed + report.totals.notRun)
    const named = new Set(results.flatMap(({ findings = [] }) => findings))
    expect([...named].sort((a, b) => a - b)).toEqual(report.findings.map(({ id }) => id))
    expect(results.filter(({ status, reason }) => status === 'not-run' && !reason)).toEqual([])
  })
})

test.each(REPORT_FORMATS)('%s: nothing that a server sends turns the direction of a text', (format) => {
  const request = { method: 'POST', url: 'http://pets.test/', headers: {}, body: `${HOSTILE}\r\n` }
  const exchanges = [{ request, response: { status: 200, headers: {}, body: HOSTILE } }]
  for (const variant of variants) expect(renderReport(variant, format, exchanges)).not.toContain('\u202e')
})

describe('how much was judged', () => {
  test.each(REPORT_FORMATS.filter((format) => format !== 'json'))('stands in %s', (format) => {
    const { judgedChecks, checks } = report.totals
    expect(judgedChecks).toBe(report.totals.passed + report.totals.failed)
    expect(renderReport(report, format)).toContain(
      `Tested 12 of 12 operations with ${judgedChecks} of ${checks} checks.`,
    )
  })

  test('is nothing in a run that must not look as if all were well', () => {
    const none = { passed: 0, failed: 0, findings: 0, judgedChecks: 0, judgedOperations: 0 }
    const totals = { ...report.totals, ...none, notRun: report.totals.checks }
    const blind = { ...report, findings: [], totals }
    expect(renderReport(blind, 'markdown')).toMatch(
      /^### .*: ⚠️ nothing was tested\n\nNothing was tested: 0 of 12 operations, /,
    )
    const page = renderReport(blind, 'html')
    expect(page).toContain('<p class="verdict failed">')
    expect(page).not.toContain('verdict passed')
  })

  test.each([
    [{ known: 0, notRun: 1 }, 'No check failed. 1 check was not run.'],
    [{ known: 1, notRun: 0 }, 'No new failures; 1 check is known to fail.'],
    [{ known: 2, notRun: 3 }, 'No new failures; 2 checks are known to fail. 3 checks were not run.'],
  ])('heads the page of a run without new failures: %j', (some, headline) => {
    const totals = { ...report.totals, failed: 0, findings: 0, ...some }
    const page = renderReport({ ...report, findings: [], leftBehind: [], totals }, 'html')
    expect(page).toContain(`<span>${headline}</span>`)
  })
})

describe('a finding of several operations', () => {
  const whole = () => describeRun('method-400')

  test('keeps in JSON how each of them met it', async () => {
    const [finding, ...others] = (await whole()).findings
    expect(others).toEqual([])
    expect(finding?.occurrences.map(({ operationId }) => operationId)).toEqual(finding?.operations)
    expect(new Set(finding?.occurrences.map(({ curl }) => curl)).size).toBe(finding?.count)
    for (const { operationId, replay } of finding?.occurrences ?? [])
      expect(replay).toContain(`--operation ${operationId} --rule methods`)
  })

  test('is told by CTRF and JUnit as each operation met it', async () => {
    const report = await whole()
    const { results } = JSON.parse(renderReport(report, 'ctrf'))
    const cases = renderReport(report, 'junit').split('<testcase ')
    for (const { operationId, replay } of report.findings[0]?.occurrences ?? []) {
      const name = `${operationId}: methods`
      const told = results.tests.find((one: { name: string }) => one.name === name)
      expect(told.trace).toContain(replay)
      expect(cases.find((text) => text.startsWith(`name="${name}"`))).toContain(replay)
    }
  })

  test('lists every one of them in HTML', async () => {
    const report = await whole()
    const text = renderReport(report, 'html')
    const [, details = ''] = text.split('<details class="finding card ')
    for (const { operationId, replay } of report.findings[0]?.occurrences ?? []) {
      expect(details).toContain(`<li>${operationId} `)
      expect(text.split(`${replay}<`)).toHaveLength(operationId === report.findings[0]?.operations[0] ? 2 : 1)
    }
    expect(text).toMatch(/<span>1 finding, found (\d+) times, from \1 failed checks\./)
  })
})

describe('SARIF', () => {
  /**
   * The published draft 4 JSON Schema. It can be compiled as a newer draft, because it has no keyword with a
   * different meaning there.
   */
  const schema = readFileSync(
    join(root, 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
    'utf8',
  )
  const { $schema, id, ...keywords } = JSON.parse(schema) as Record<string, unknown>
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false })
  const isSarif = ajv.compile(keywords)

  test('keeps its schema', () => {
    expect([$schema, id]).toEqual([
      expect.stringContaining('draft-04'),
      expect.stringContaining('sarif-2.1.0'),
    ])
    expect(schema).not.toMatch(/"exclusiveM\w+": *(true|false)/)
    for (const variant of variants) {
      isSarif(JSON.parse(renderReport(variant, 'sarif')))
      expect(isSarif.errors ?? []).toEqual([])
    }
    expect(isSarif({ version: '2.1.0', runs: [{}] })).toBe(false)
  })

  test('has a result for each finding, at its line, that other runs can recognise', async () => {
    const { runs } = JSON.parse(renderReport(report, 'sarif'))
    const [{ results, tool }] = runs
    expect(results.length).toBe(report.findings.length)
    const status = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'conformance/success')
    expect(status).toMatchObject({
      level: 'error',
      occurrenceCount: expect.any(Number),
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'spec/pet%20store.yaml' },
            region: { startLine: 41, startColumn: 9 },
          },
          logicalLocations: [{ fullyQualifiedName: expect.stringMatching(/^#\//) }],
        },
      ],
    })
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
    for (const { help, shortDescription, fullDescription } of tool.driver.rules) {
      expect(help.text.length).toBeGreaterThan(20)
      expect(fullDescription.text).toContain(shortDescription.text)
      expect(shortDescription.text).toMatch(/^[^.]*\.$/)
    }
    const prints = (of: ReportDocument) => of.findings.map(({ fingerprint }) => fingerprint)
    expect(new Set(prints(report)).size).toBe(report.findings.length)
    expect(prints(await describeRun(...FAULTS))).toEqual(prints(report))
  })
})

describe('CTRF', () => {
  test('keeps its schema', () => {
    for (const variant of variants) {
      const ctrf = JSON.parse(renderReport(variant, 'ctrf'))
      expect(validate(ctrf)).toMatchObject({ valid: true })
      expect(validate({ ...ctrf, reportFormat: 'other' })).toMatchObject({ valid: false })
    }
  })

  test('has a test for each operation and rule', () => {
    const { results } = JSON.parse(renderReport(report, 'ctrf'))
    const { passed, failed, notRun } = report.totals
    expect(results.summary).toMatchObject({
      tests: passed + failed + notRun,
      passed,
      failed,
      skipped: notRun,
    })
    expect(results.tests.length).toBe(passed + failed + notRun)
    const [broken] = results.tests.filter(({ status }: { status: string }) => status === 'failed')
    expect(broken).toMatchObject({
      filePath: 'spec/pet store.yaml',
      line: 41,
      message: expect.stringMatching(/^expected .*; received /),
    })
  })
})

describe('JUnit XML', () => {
  const schema = readFileSync(join(import.meta.dirname, 'junit.xsd'), 'utf8')
  const errorsOf = async (contents: string) => {
    const xml = { fileName: 'report.xml', contents }
    return (await validateXML({ xml, schema })).errors.map(({ message }) => message)
  }

  test('is well formed, and of the elements that CI servers read', async () => {
    for (const variant of variants) expect(await errorsOf(renderReport(variant, 'junit'))).toEqual([])
    expect(await errorsOf(renderReport(report, 'junit').replace('<testcase', '<case'))).not.toEqual([])
  })

  test('is read by another reader as it was written, hostile texts and all', async () => {
    for (const variant of variants) {
      const read = await readJUnit(renderReport(variant, 'junit'))
      const suites = read != null && 'testsuite' in read ? (read.testsuite ?? []) : []
      const { passed, failed, notRun } = variant.totals
      expect(read).toMatchObject({ tests: passed + failed + notRun, failures: failed })
      const cases = suites.flatMap(({ testcase = [] }) => testcase)
      const results = variant.operations.flatMap(({ operationId, results }) =>
        results.map(({ rule }) => `${operationId}: ${rule}`),
      )
      expect(cases.map(({ name }) => name)).toEqual(results)
      expect(cases.filter(({ failure }) => failure !== undefined)).toHaveLength(failed)
      expect(cases.filter(({ skipped }) => skipped !== undefined)).toHaveLength(notRun)
    }
  })

  test('has a case for each operation and rule, with what failed and why others were not run', () => {
    const text = renderReport(report, 'junit')
    const { passed, failed, notRun } = report.totals
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
    expect([count(/<testcase /g), count(/<failure /g), count(/<skipped /g)]).toEqual([
      passed + failed + notRun,
      failed,
      notRun,
    ])
    expect(text).toContain(
      `<testsuites name="Pets" tests="${passed + failed + notRun}" failures="${failed}" errors="0"`,
    )
    expect(text).toContain('<skipped message="not run, because createToy returned 501"/>')
    expect(text).toMatch(
      /<failure message="expected status 200; received status 203 [^"]*" type="documented">conformance\/success \(documented\)\n/,
    )
  })
})

describe('HTML', () => {
  const page = (of: ReportDocument) => renderReport(of, 'html')

  test('names nothing outside of itself', () => {
    const text = page(report)
    expect(
      text.match(
        /<(link|img|iframe|object|embed|audio|video|source|base)\b|@import|url\(|\ssrc=|\son\w+=|\sstyle=/g,
      ),
    ).toBeNull()
    expect([...text.matchAll(/href="([^"]*)"/g)].filter(([, to]) => !to?.startsWith('#'))).toEqual([])
  })

  test('has one script, which its policy names', () => {
    for (const variant of variants) {
      const text = page(variant)
      expect(text.match(/<script/g)).toHaveLength(1)
      expect(text).toMatch(
        /content="default-src &#39;none&#39;; style-src &#39;sha256-[^;]+&#39;; script-src &#39;sha256-[^;]+&#39;; base-uri/,
      )
    }
  })

  test('escapes every text', () => {
    const text = page(hostile(report))
    expect(text).not.toContain('<img')
    expect(text).toContain('&lt;img src=x onerror=&quot;')
    expect(text).not.toContain(HOSTILE.slice(0, 20))
    expect(text).not.toContain('\u001b')
  })
})
