import { stripVTControlCharacters } from 'node:util'
import { checks, describeReport, formatReport, runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import type { Reason } from '../../../../runtime/contract/data/outcome/kinds/reason.ts'
import { notRunOutcome } from '../../../../runtime/contract/data/outcome/outcome.ts'
import { untestedAdvice, untestedLine } from '../../../../runtime/contract/report/untested.ts'
import { documentOf } from '../support/small-service.ts'
import { describeRun, FAULTS, hostile } from './broken-run.ts'

const plain = { color: false, width: 80 }
const given = { name: 'id', setting: 'CONCORDAT_PATH_ID' }

test('each thing that is wrong stands there once, with its place and the ways to see it again', async () => {
  const report = await describeRun('problem-without-detail')
  const text = formatReport(report, plain)
  expect(text).toMatch(
    /^Tested 12 of 12 operations with (\d+) of \1 checks\.\n\n✗ GET \/pets breaks its schema: the body must have the property "detail" \(and 11\n {2}more\)\n {2}conformance\/schema \(documented\), on 12 operations {2}1 of 1\n {2}expected {2}the body must have the property "detail"\n {2}received {2}\{\}\n/,
  )
  expect(text).toContain(
    '  clause    #/components/schemas/Problem/required\n            spec/pet store.yaml:41:9, source 1\n',
  )
  expect(text).toMatch(/\n {2}where {5}listPets, createPet, /)
  expect(text).toMatch(/\n {2}repeat {4}curl -i 'http:\/\/pets.test\/api\/pets' /)
  expect(text).toContain(
    '  replay    concordat verify http://pets.test/api/ --operation listPets --rule authentication --seed concordat\n',
  )
  expect(text.split('\n').at(-1)).toMatch(
    /^12 operations, \d+ passed, 12 failed \(1 finding, found 12 times\), 0 not run, \d+ requests, \d+\.\d s$/,
  )
})

test('what several operations do stands there once, with these operations', async () => {
  const report = await describeRun('method-400')
  const byPath = [...Map.groupBy(report.operations, ({ path }) => path).values()]
  const { length: faulty } = byPath.filter(({ length }) => length === 1)
  const text = formatReport(report, plain)
  expect(text).toMatch(
    new RegExp(
      `^Tested .*\\n\\n✗ POST /pets/{petId}/retire returns 400 instead of 405 for the undocumented GET\\n  \\(and ${faulty - 1} more\\)\\n {2}methods/not-allowed \\(derived\\), on ${faulty} operations {2}1 of 1\\n {2}expected {2}status 405 for the undocumented`,
    ),
  )
  expect(text.match(/\n {2}(repeat|replay) /g)).toHaveLength(2)
  expect(text).not.toContain('\n  also ')
  expect(text).toContain(`${faulty} failed (1 finding, found ${faulty} times)`)
})

test('a server that looks at no id is told so once, and once where ids stand above what it goes to', async () => {
  const { findings } = await describeRun('unknown-answers-first')
  expect(findings.map(({ rule, title }) => `${rule}: ${title}`)).toEqual([
    expect.stringMatching(
      /^unknown-id\/refusal: GET \S+ returns 200 instead of 404 for the unknown petId ".+\(and 3 more\)$/,
    ),
    expect.stringMatching(
      /^unknown-id\/refusal: POST \S+ returns 200 instead of 404 for the unknown petId ".+\(and 4 more\)$/,
    ),
  ])
})

test('what was not run stands by reason with its count', async () => {
  const text = formatReport(await describeRun('toys-not-implemented'), plain)
  expect(text).toMatch(
    /\nNot run, because\n[\s\S]*\n +\d+ {2}createToy returned 501 .*\n( +\S+: .*\n)* +conformance: deleteToy\n/,
  )
})

test.each([
  {
    ids: ['getState', 'getVersion'],
    why: (operation: string): Reason => ({
      kind: 'answered',
      operation,
      status: 400,
      words: `see /${operation}`,
    }),
    reasons: ['the operation returned 400 see /getState', 'the operation returned 400 see /getVersion'],
  },
  {
    ids: ['a', 'create'],
    why: (operation: string): Reason => ({
      ...{ kind: 'left alone', operation, danger: { kind: 'in force', word: 'create' } },
      ...{ setting: '--allow', isBreakable: false },
    }),
    reasons: [
      'left alone, because "create" in its path indicates that its items apply to everyone; allow it with --allow ID',
    ],
  },
  {
    ids: ['createPet', 'createPets'],
    why: (operation: string): Reason => ({
      ...{ kind: 'answered after', operation, status: 404, after: 'createPetOwner' },
    }),
    reasons: ['the operation returned 404 after createPetOwner'],
  },
  {
    ids: ['create', 'remove'],
    why: (operation: string): Reason => ({
      kind: 'no item',
      because: { kind: 'no resource', operation },
      given,
    }),
    reasons: [
      'the operation belongs to no resource; set CONCORDAT_PATH_ID, or pathParameters["id"], to an existing value',
    ],
  },
])(
  'reasons of $ids are said of "the operation", and leave the words of others as they are',
  async (given) => {
    const document = documentOf(
      given.ids.map((operationId) => ({
        ...{ operationId, method: 'GET', path: `/${operationId}`, responses: { '200': {} } },
      })),
    )
    const select = { rules: ['conformance'] }
    const fetch = async () => new Response(null)
    const report = await runContract({ document, select, target: { baseUrl: 'http://small.test', fetch } })
    const results = report.results.map((result) => {
      const outcome = notRunOutcome(given.why(result.operationId))
      return { ...result, outcome }
    })
    const described = describeReport({ report: { ...report, results }, document, checks })
    expect(described.notRun.map(({ reason }) => reason)).toEqual(given.reasons)
  },
)

test('prose keeps to the width, what is copied stays whole', async () => {
  const report = await describeRun(...FAULTS)
  const text = formatReport(report, { color: false, width: 60 })
  const copied = /^ {2}(clause|repeat|replay) |^ {12}(#|spec|curl |answer=|\w+=\$\()/
  const long = text.split('\n').filter((line) => line.length > 60 && !copied.test(line))
  // A word, such as the received JSON, can be longer than a line.
  expect(
    long
      .filter((line) =>
        line
          .trim()
          .replace(/^\S+ {2,}/, '')
          .includes(' '),
      )
      .slice(0, -1),
  ).toEqual([])
  for (const { script, replay, place } of report.findings)
    for (const whole of [...script.split('\n'), replay ?? '', place.clause])
      expect(text.split('\n').some((line) => line.endsWith(whole))).toBe(true)
})

test('a long value is cut, and stands whole in the report files', async () => {
  const report = await describeRun('problem-without-detail')
  const findings = report.findings.map((finding) => ({ ...finding, received: 'item, '.repeat(1000) }))
  const text = formatReport({ ...report, findings }, plain)
  expect(text.match(/item,/g)).toHaveLength(100)
  expect(text).toContain('item, …\n')
})

test('colour changes no character', async () => {
  const report = await describeRun(...FAULTS)
  const colored = formatReport(report, { ...plain, color: true })
  expect(colored).not.toBe(stripVTControlCharacters(colored))
  expect(stripVTControlCharacters(colored)).toBe(formatReport(report, plain))
})

test('what a server sends does not command the terminal', async () => {
  const text = formatReport(hostile(await describeRun(...FAULTS)), plain)
  expect(text).toContain('\\u001b[31m\\u0000')
  expect(text).toBe(stripVTControlCharacters(text))
})

test('what was not tested, and what would test most of it, stands before the totals', () => {
  const none: Reason = { kind: 'no other tenant', setting: 'CONCORDAT_OTHER_KEY' }
  const reasons: readonly Reason[] = [
    none,
    { kind: 'no item', because: none, given },
    { kind: 'no item', because: { kind: 'nothing creates', resource: 'pets' }, given },
    // Here, a setting is mentioned only in the server's words.
    { kind: 'answered', operation: 'a', status: 400, words: 'set CONCORDAT_X or use --force' },
  ]
  const results = reasons.map((why, index) => ({
    ...{ operationId: `o${index}`, title: '', rule: 'tenancy', requests: 0, milliseconds: 0 },
    outcome: notRunOutcome(why),
  }))
  const advice = untestedAdvice(results)
  expect(advice.map(({ setting }) => setting)).toEqual(['CONCORDAT_OTHER_KEY', 'CONCORDAT_PATH_ID'])
  expect(untestedLine({ checks: 9, notRun: 4, advice })).toBe(
    'Not tested: 4 of 9 checks. CONCORDAT_OTHER_KEY would enable 2 of them.',
  )
  expect(untestedLine({ checks: 9, notRun: 4, advice: [] })).toBe('Not tested: 4 of 9 checks.')
  expect(untestedLine({ checks: 1, notRun: 1, advice: [] })).toBe('Not tested: 1 of 1 check.')
  expect(untestedLine({ checks: 9, notRun: 0, advice })).toBeUndefined()
})
