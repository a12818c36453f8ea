import { schemaIn } from '@concordat/contract/document'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import type { CheckContext } from '../../../../../runtime/contract/rules/check.ts'
import { bodyCases } from '../../../../../runtime/contract/rules/wrong-requests/body-cases.ts'
import type { NegativeCase } from '../../../../../runtime/contract/rules/wrong-requests/case.ts'
import { faultyValues } from '../../../../../runtime/contract/rules/wrong-requests/value-faults.ts'

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `member${index}`)

const wide = (count: number): JsonSchema => ({
  type: 'object',
  required: namesOf(count),
  properties: Object.fromEntries(namesOf(count).map((name) => [name, { type: 'string', maxLength: 9 }])),
})

const wholeOf = (count: number) => Object.fromEntries(namesOf(count).map((name) => [name, 'a']))

/** The wrong bodies for an operation that takes an object of so many properties, all required. */
function wrongBodies(count: number): readonly NegativeCase[] {
  const schema = wide(count)
  const operation = {
    ...{ operationId: 'create', method: 'POST', path: '/things', pointer: '#', tag: 'default' },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {},
  } satisfies OperationDescriptor
  const whole = wholeOf(count)
  const context = {
    document: { operations: [operation], resources: [], definitions: {} },
    pool: { requests: { value: () => whole } },
    validator: createValidator({}, { maxIssues: 1 }),
  }
  const plan = { operation, body: { mediaType: 'application/json', value: whole } }
  return [...bodyCases(context as unknown as CheckContext, operation, plan as never)]
}

const charactersOf = (cases: readonly NegativeCase[]): number =>
  cases.reduce((sum, { plan }) => sum + JSON.stringify(plan.body?.value ?? '').length, 0)

test('each property of a body is broken in each way', () => {
  const cases = wrongBodies(300)
  const byMember = Map.groupBy(cases, ({ member }) => member)
  expect([...byMember.keys()].filter((name) => name !== '')).toHaveLength(300)
  for (const name of namesOf(300))
    expect(byMember.get(name)?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['required', 'type', 'null', 'maxLength']),
    )
})

test('of 10,000 properties some are broken, from the first to the last, in bodies of bounded size', () => {
  const cases = wrongBodies(10_000)
  const broken = [...new Set(cases.flatMap(({ member }) => (member === '' ? [] : [member])))]
  expect(broken.length).toBeGreaterThan(50)
  expect(broken).toContain('member0')
  expect(broken.some((name) => Number(name.slice('member'.length)) > 9800)).toBe(true)
  expect(charactersOf(cases)).toBeLessThan(60_000_000)
})

test('a wrong value is made when it is read', () => {
  let reads = 0
  const value = new Proxy(wholeOf(1000), {
    get: (target, name) => {
      reads++
      return Reflect.get(target, name)
    },
  })
  const faults = [...faultyValues(schemaIn({ definitions: {} }, wide(1000)), value)]
  expect(faults.length).toBeGreaterThan(3000)
  expect(reads).toBeLessThan(10_000)
  expect(faults[0]?.value).toBeTypeOf('string')
  expect(Object.keys(faults.find(({ keyword }) => keyword === 'required')?.value ?? {})).toHaveLength(999)
})
