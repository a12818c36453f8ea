import { valueAt } from '@concordat/runtime/json'
import { changesBetween, type JsonChange, withChanges } from '@concordat/runtime/json-changes'
import { stepsOf } from '@concordat/runtime/pointer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slimPrintedDescriptor } from '../../../generator/emit/slim.ts'
import { generate } from '../../../generator/generate.ts'
import { isEqualJson } from '../../../runtime/schema/json/equal.ts'
import { specification } from '../spec/specification.ts'

function changed(value: unknown, wanted: unknown): unknown {
  return withChanges(value, changesBetween(value, wanted))
}

describe('a value becomes another one by what differs', () => {
  test('any two values', () => {
    // JSON has no -0.
    const value = fc.jsonValue({ maxDepth: 3 }).map((any): unknown => JSON.parse(JSON.stringify(any)))
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(changed(one, other)).toEqual(other)
        expect(changed({ a: one, b: [one, other] }, { a: other, b: [one] })).toEqual({ a: other, b: [one] })
      }),
      { numRuns: 300, seed: 20_261_122 },
    )
  })

  test('the value itself stays, and what it holds twice changes once', () => {
    const shared = { required: true }
    const document = { one: shared, other: shared }
    expect(changed(document, { one: { required: true }, other: {} })).toEqual({ one: shared, other: {} })
    expect(document.other).toEqual({ required: true })
  })

  test('items that an overlay adds cost a line each', () => {
    const named = (operationId: string, path: string) => ({ operationId, path, tag: 'a' })
    const base = { operations: [named('a', '/a'), named('c', '/c')] }
    const document = { operations: [named('a', '/a'), named('b', '/b'), named('c', '/d'), named('e', '/e')] }
    expect(changesBetween(document, base)).toEqual([
      ['/operations/2/path', '/c'],
      ['/operations/3'],
      ['/operations/1'],
    ])
  })

  test('the document of this repository, without its overlays', async () => {
    const { model } = await generate({
      ...specification,
      output: 'unused',
      importExtension: '.ts',
      outputs: ['types'],
    })
    const [document, base] = [model.descriptor, model.base].map((one) => one && slimPrintedDescriptor(one))
    expect(base).toBeDefined()
    const changes = changesBetween(document, base)
    expect(withChanges(document, changes)).toEqual(base)
    const wholes = ['', '/operations', '/resources', '/definitions']
    expect(changes.filter(([pointer]) => wholes.includes(pointer))).toEqual([])
    // The printed changes are less than half the size of the base, and repeat nothing that the document has
    // at the same location.
    expect(JSON.stringify(changes).length).toBeLessThan(JSON.stringify(base).length / 2)
    const isRepeated = ([pointer, ...values]: JsonChange): boolean =>
      values.length > 0 && isEqualJson(valueAt(document, stepsOf(pointer)), values[0])
    expect(changes.filter(isRepeated)).toEqual([])
  })
})
