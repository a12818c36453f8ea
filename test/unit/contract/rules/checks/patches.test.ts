import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { outcomes } from '../../support/small-service.ts'
import { cookbook, cookbookService, MERGE, type Step, type WrongCookbook } from './recipes.ts'

const document = cookbook()

const told = async (wrong?: WrongCookbook): Promise<string[]> => {
  const rules = ['lifecycle', 'patch', 'round-trip']
  const lines = await outcomes(await document, { answer: cookbookService(wrong), rules })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('a PATCH that does in each media type what it is asked breaks nothing', async () => {
  expect(await told()).toEqual([])
})

const but = (op: string, change: (step: Step) => readonly Step[]) => ({
  steps: (steps: readonly Step[]) => steps.flatMap((step) => (step.op === op ? change(step) : [step])),
})

/** Each fault, with the finding that it causes. */
const FAULTS: Readonly<Record<string, readonly [WrongCookbook, RegExp]>> = {
  'a replacement that is not done': [but('replace', () => []), /"title" after \[.*"replace"/],
  'an item that is added at the end instead of first': [
    but('add', (step) => [{ ...step, path: step.path.replace(/\/0$/, '/-') }]),
    /"steps" after \[\{"op":"add","path":"\/steps\/0"/,
  ],
  'a removal that is not done': [but('remove', () => []), /"steps" after \[\{"op":"remove"/],
  'a move that copies': [but('move', (step) => [{ ...step, op: 'copy' }]), /"steps" after \[\{"op":"move"/],
  'a copy that is not done': [but('copy', () => []), /after \[\{"op":"copy"/],
  'a key with its escapes': [
    { unescape: (name) => name },
    /"nutrition" after \[\{"op":"add","path":"\/nutrition\/a~1b~0c"/,
  ],
  'a test that tests nothing': [{ isUntested: true }, /whose "test" fails/],
  'a removal of nothing that succeeds': [{ lenient: 'remove' }, /can only fail: \[\{"op":"remove"/],
  'a copy of nothing that succeeds': [{ lenient: 'copy' }, /can only fail: \[\{"op":"copy"/],
  'a move of nothing that succeeds': [{ lenient: 'move' }, /can only fail: \[\{"op":"move"/],
  'a patch that is done in part': [{ isPartial: true }, /the item unchanged: "title/],
  'a map that is replaced by a merge patch': [
    {
      merge: (before, now, type) => ({ ...Object(before), ...(type === MERGE ? Object(now) : Object(now)) }),
    },
    /nutrition/,
  ],
  'a media type that changes nothing': [
    { merge: (before, now, type) => (type === 'application/json' ? before : mergedIn(before, now)) },
    /as sent, when read again/,
  ],
  'a false that is not stored': [
    { kept: (values, of) => (of === 'change' ? without(values, 'public', false) : values) },
    /"public" as sent/,
  ],
  'a choice that becomes another one': [
    { kept: (values) => (values['course'] === 'dessert' ? { ...values, course: 'main' } : values) },
    /"course" as sent, .*dessert/,
  ],
  'a text that is cut at its ends': [
    { kept: (values) => texts(values, (text) => text.trim()) },
    /as sent, .*ﬁ ½ /,
  ],
  'a ligature that is written out': [
    { kept: (values) => texts(values, (text) => text.normalize('NFKC')) },
    /as sent, .*ﬁ ½ /,
  ],
}

function mergedIn(before: unknown, now: unknown): unknown {
  const maps = Object.entries(Object(now)).map(([name, value]) => {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    const all = isMap ? { ...Object(before)[name], ...value } : value
    return [name, isMap ? Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null)) : all]
  })
  return { ...Object(before), ...Object.fromEntries(maps) }
}

function without(values: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([own, one]) => own !== name || one !== value))
}

function texts(values: Record<string, unknown>, change: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  )
}

test('a merge patch is judged although it is not the first media type', async () => {
  const merge: WrongCookbook['merge'] = (before, now, type) =>
    type === MERGE ? mergedIn(before, mergedIn({}, now)) : { ...Object(before), ...Object(now) }
  const lines = await outcomes(await cookbook(['application/json', MERGE]), {
    answer: cookbookService({ merge }),
    rules: ['lifecycle'],
  })
  const findings = lines.filter((line) => !line.endsWith(': passed'))
  expect(findings).toEqual([expect.stringMatching(/^lifecycle changeRecipe: .*"nutrition"/)])
})

describe.each(Object.entries(FAULTS))('%s', (_, [wrong, expected]) => {
  test('is told', async () => {
    expect(await told(wrong)).toContainEqual(expect.stringMatching(expected))
  })
})

test('a JSON Patch leaves requests to the rules that come after it', async () => {
  const answer = cookbookService()
  const fetch = async (request: Request): Promise<Response> => answer(request, await request.clone().text())
  const { results } = await runContract({
    document: await document,
    budget: 50,
    target: { baseUrl: 'http://small.test', disposable: true, fetch },
  })
  const ofChange = results.filter(({ operationId }) => operationId === 'changeRecipe')
  const requestsOf = (rule: string): number => ofChange.find((one) => one.rule === rule)?.requests ?? 0
  expect(['patch', 'round-trip', 'leniency'].filter((rule) => requestsOf(rule) === 0)).toEqual([])
})
