import {
  type Check,
  type ContractReport,
  type Finding,
  type KnownFailure,
  runContract,
  type Selection,
} from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { Baseline, renewBaseline } from '../../../../../runtime/contract/run/state/baseline.ts'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { formatPets } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'
import { finding } from '../../report/finding.ts'

const RULES = ['conformance']
const KNOWN: KnownFailure = {
  rule: 'conformance',
  operation: 'readPet',
  clause: '#/paths/~1pets~1{petId}/get/responses/200',
  reason: 'The cache answers 203 until it is replaced.',
}

function runWith(
  faults: readonly Fault[],
  baseline: readonly KnownFailure[],
  select: Selection = { rules: RULES },
): Promise<ContractReport> {
  const target = new PetService(...faults).target()
  return runContract({ document: petDocument, target, select, baseline })
}

const statusOf = ({ results }: ContractReport, operation: string): string | undefined =>
  results.find(({ operationId }) => operationId === operation)?.outcome.status

describe('a known failure', () => {
  test('does not fail its check, is counted and listed', async () => {
    const report = await runWith(['status-203'], [KNOWN])
    expect(statusOf(report, 'readPet')).toBe('known')
    expect(report.known.map(({ failure }) => failure)).toEqual([KNOWN])
    expect(report.stale).toEqual([])
    const text = formatPets(report)
    expect(text).toContain(
      'Known failures\n  readPet conformance #/paths/~1pets~1{petId}/get/responses/200: The cache answers 203 until it is replaced.',
    )
    expect(text).toContain('0 failed, 1 known to fail, ')
  })

  test('does not hide another one of the same check', async () => {
    const report = await runWith(['status-203', 'list-item-invalid'], [KNOWN])
    expect([statusOf(report, 'readPet'), statusOf(report, 'listPets')]).toEqual(['known', 'failed'])
    const [other] = (await runWith(['list-item-invalid'], [])).results.flatMap(({ outcome }) =>
      outcome.status === 'failed' ? outcome.findings : [],
    )
    const both = { status: 'failed' as const, findings: [other!, { ...other!, clause: '#/other' }] }
    const failure = { rule: other!.rule, operation: other!.operationId, clause: '#/other' }
    expect(new Baseline([failure]).apply(both, 'conformance')).toEqual({
      status: 'failed',
      findings: [other],
    })
  })

  test('is of one kind where it says so, and of any in a baseline of before', () => {
    const outcome = (kind: Finding['kind']) => ({
      status: 'failed' as const,
      findings: [finding({ kind, data: { member: 'name' }, clause: '#/paths/~1pets/post/requestBody' })],
    })
    const known = { rule: 'conformance', operation: 'listPets', clause: '#/paths/~1pets/post/requestBody' }
    const statuses = (failure: KnownFailure) =>
      (['member lost', 'edge refused'] as const).map(
        (kind) => new Baseline([failure]).apply(outcome(kind), 'conformance').status,
      )
    expect(statuses(known)).toEqual(['known', 'known'])
    expect(statuses({ ...known, kind: 'member lost' })).toEqual(['known', 'failed'])
    const result = { operationId: 'listPets', title: '', rule: 'conformance', requests: 1, milliseconds: 1 }
    const results = [{ ...result, outcome: outcome('edge refused') }]
    const lost = { ...known, kind: 'member lost' }
    expect(renewBaseline([lost], { results, stale: [] })).toEqual([
      lost,
      { ...known, grade: 'documented', kind: 'edge refused' },
    ])
  })

  test('of one rule is known by whichever family meets it', async () => {
    const failure = { ...KNOWN, rule: 'conformance/success' }
    const report = await runWith(['status-203'], [failure])
    expect(report.known.map(({ failure: known }) => known)).toEqual([failure])
    const outcome = { status: 'failed' as const, findings: [finding({ rule: 'conformance/schema' })] }
    const statuses = [
      'conformance/schema',
      'conformance',
      'round-trip',
      'lifecycle',
      'conformance/header',
    ].map(
      (rule) =>
        new Baseline([{ rule, operation: 'listPets', clause: finding({}).clause }]).apply(
          outcome,
          'round-trip',
        ).status,
    )
    expect(statuses).toEqual(['known', 'known', 'known', 'failed', 'failed'])
  })

  test('of any answer is not stale before all was run that could show it', async () => {
    const failure = { ...KNOWN, rule: 'conformance/schema' }
    expect((await runWith([], [failure])).stale).toEqual([])
    expect((await runWith([], [failure], { operations: ['readPet'] })).stale).toEqual([
      { failure, why: 'no longer fails' },
    ])
    expect(
      (await runWith([], [failure], { operations: ['readPet'], skipRules: [failure.rule] })).stale,
    ).toEqual([])
  })

  test('of any answer is stale once the family that showed it ran, whatever else was left out', async () => {
    const failing = await runWith(['list-item-invalid'], [])
    const [written] = renewBaseline([], { results: failing.results, stale: [] })
    expect(written).toMatchObject({ operation: 'listPets', check: 'conformance' })
    const failures = written === undefined ? [] : [written]
    expect((await runWith(['list-item-invalid'], failures)).stale).toEqual([])
    expect((await runWith([], failures)).stale).toEqual([{ failure: written, why: 'no longer fails' }])
    expect((await runWith([], failures, { rules: ['head'] })).stale).toEqual([])
  })

  test('that no longer fails is stale', async () => {
    const report = await runWith([], [KNOWN])
    expect(report.stale).toEqual([{ failure: KNOWN, why: 'no longer fails' }])
    expect(formatPets(report)).toContain(
      'Stale in the baseline\n  readPet conformance #/paths/~1pets~1{petId}/get/responses/200 no longer fails. Fix: remove it from the baseline.',
    )
  })

  test.each([
    [{ operation: 'eatPet' }, 'matches nothing: there is no operation "eatPet"'],
    [{ rule: 'beauty' }, 'matches nothing: there is no rule "beauty"'],
    [{ rule: 'transition' }, 'matches nothing: the rule does not apply to the operation'],
    [{ clause: '#/elsewhere' }, 'no longer fails'],
  ])('that matches nothing is stale: %j', async (change, why) => {
    const { stale } = await runWith([], [{ ...KNOWN, ...change }])
    expect(stale.map((entry) => entry.why)).toEqual([why])
  })

  test('of a rule of the user is judged like any other', async () => {
    const own: Check = {
      ...{ code: 'house', description: 'The house rule.', example: '', fix: '' },
      assertions: [{ rule: 'house', grade: 'derived', weight: 'status', asserts: 'The house rule.' }],
      applies: () => true,
      title: () => 'the house rule',
      run: async () => [],
    }
    const { stale } = await runWith([], [{ ...KNOWN, rule: 'house' }], { rules: ['house'], ownRules: [own] })
    expect(stale.map((entry) => entry.why)).toEqual(['no longer fails'])
  })

  test('is not judged by a run that did not look at it', async () => {
    expect((await runWith([], [KNOWN], { operations: ['listPets'], rules: RULES })).stale).toEqual([])
    expect((await runWith([], [KNOWN], { rules: ['head'] })).stale).toEqual([])
    expect((await runWith([], [KNOWN], { rules: RULES, grades: ['derived'] })).stale).toEqual([])
    const notRun = runContract({
      document: petDocument,
      target: { ...new PetService().target(), maxRequests: 1 },
      select: { rules: RULES },
      baseline: [KNOWN],
    })
    expect((await notRun).stale).toEqual([])
  })
})

test('a renewed baseline has what fails now, keeps reasons and what was not looked at, and drops the rest', async () => {
  const elsewhere = { ...KNOWN, operation: 'listToys', reason: 'Later.' }
  const gone = { ...KNOWN, operation: 'listPets', clause: '#/gone' }
  const old = [KNOWN, elsewhere, gone]
  const select = { rules: RULES, operations: ['readPet', 'listPets'] }
  const report = await runWith(['status-203', 'list-item-invalid'], old, select)
  const renewed = renewBaseline(old, report)
  expect(renewed.slice(0, 2)).toEqual([KNOWN, elsewhere])
  expect(renewed.slice(2).map(({ operation, grade }) => [operation, grade])).toEqual([
    ['listPets', 'documented'],
  ])
  const again = await runWith(['status-203', 'list-item-invalid'], renewed, select)
  expect([again.stale, again.results.filter(({ outcome }) => outcome.status === 'failed')]).toEqual([[], []])
})
