import { stripVTControlCharacters } from 'node:util'
import { checks, describeReport, formatReport, runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { adviceOf, untestedLine } from '../../../../runtime/contract/report/untested.ts'
import { documentOf } from '../small-service.ts'
import { describeRun, FAULTS, hostile } from './broken-run.ts'

const plain = { color: false, width: 80 }

test('each thing that is wrong stands there once, with its place and the ways to see it again', async () => {
  const report = await describeRun('problem-without-detail')
  const text = formatReport(report, plain)
  expect(text).toMatch(
    /^✗ listPets and 11 more: the body must have the property "detail"\n {2}authentication \(documented\), on 12 operations {2}1 of 1\n {2}expected {2}the body must have the property "detail"\n {2}received {2}\{\}\n/,
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

test('what the whole server does stands there once, with the operations that do it', async () => {
  const report = await describeRun('method-404')
  const paths = new Set(report.operations.map(({ path }) => path))
  const text = formatReport(report, plain)
  expect(text).toMatch(
    new RegExp(
      `^✗ listPets and 6 more: 404 instead of 405 to the undocumented PUT\\n {2}methods \\(derived\\), on ${paths.size} operations {2}1 of 1\\n {2}expected {2}status 405 to the undocumented`,
    ),
  )
  expect(text.match(/\n {2}(repeat|replay) /g)).toHaveLength(2)
  expect(text).not.toContain('\n  also ')
  expect(text).toContain(`${paths.size} failed (1 finding, found ${paths.size} times)`)
})

test('a server that looks at no id is told so once, and once where ids stand above what it goes to', async () => {
  const { findings } = await describeRun('unknown-answers-first')
  expect(findings.map(({ rule, title }) => `${rule}: ${title}`)).toEqual([
    expect.stringMatching(/^unknown-id: readPet and 3 more: 200 instead of 404 for the unknown petId "/),
    expect.stringMatching(/^unknown-id: retirePet and 4 more: 200 instead of 404 for the unknown petId "/),
  ])
})

test('what was not run stands by reason with its count', async () => {
  const text = formatReport(await describeRun('toys-not-implemented'), plain)
  expect(text).toMatch(
    /\nNot run, because\n[\s\S]*\n +\d+ {2}createToy answered 501 .*\n( +\S+: .*\n)* +conformance: deleteToy\n/,
  )
})

test.each([
  {
    ids: ['getState', 'getVersion'],
    says: (id: string) => `${id} is old, see /${id}`,
    reasons: ['the operation is old, see /getState', 'the operation is old, see /getVersion'],
  },
  {
    ids: ['a', 'create'],
    says: (id: string) => `it has a name and creates items: --allow ${id}`,
    reasons: ['it has a name and creates items: --allow ID'],
  },
  {
    ids: ['createPet', 'createPets'],
    says: (id: string) => `${id} is not createPetOwner`,
    reasons: ['the operation is not createPetOwner'],
  },
])('reasons of $ids are said of "the operation", and leave paths and words as they are', async (given) => {
  const document = documentOf(
    given.ids.map((operationId) => ({
      ...{ operationId, method: 'GET', path: `/${operationId}`, responses: { '200': {} } },
    })),
  )
  const select = { rules: ['conformance'] }
  const fetch = async () => new Response(null)
  const report = await runContract({ document, select, target: { baseUrl: 'http://small.test', fetch } })
  const results = report.results.map((result) => {
    const outcome = { status: 'not-run', reason: given.says(result.operationId) } as const
    return { ...result, outcome }
  })
  const described = describeReport({ report: { ...report, results }, document, checks })
  expect(described.notRun.map(({ reason }) => reason)).toEqual(given.reasons)
})

test('prose keeps to the width, what is copied stays whole', async () => {
  const report = await describeRun(...FAULTS)
  const text = formatReport(report, { color: false, width: 60 })
  const copied = /^ {2}(clause|repeat|replay) |^ {12}(#|spec|curl |answer=|\w+=\$\()/
  const long = text.split('\n').filter((line) => line.length > 60 && !copied.test(line))
  // A word may be longer than a line: the JSON that came.
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
  const results = [
    'set CONCORDAT_OTHER_KEY to one',
    'set CONCORDAT_OTHER_KEY to one',
    'allow it with --allow',
    'no item',
  ].map((reason, index) => ({
    ...{ operationId: `o${index}`, title: '', rule: 'tenancy', requests: 0, milliseconds: 0 },
    outcome: { status: 'not-run', reason } as const,
  }))
  const advice = adviceOf(results)
  expect(untestedLine({ checks: 9, notRun: 4, advice })).toBe(
    'Not tested: 4 of 9 checks. CONCORDAT_OTHER_KEY would add most: +2 checks.',
  )
  expect(untestedLine({ checks: 9, notRun: 4, advice: [] })).toBe('Not tested: 4 of 9 checks.')
  expect(untestedLine({ checks: 9, notRun: 0, advice })).toBeUndefined()
})
