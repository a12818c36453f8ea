import { expect, test } from 'vitest'
import { surveyTree } from '../../../generator/load/read/survey.ts'

test('one walk tells how many members a tree has, how deep it nests, and which references it may have', () => {
  const nothing = { members: 0, isTooDeep: false, mayReferElsewhere: false, mayReferDynamically: false }
  const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => ({ a: inner }), {})
  expect(surveyTree(null)).toMatchObject(nothing)
  expect(surveyTree({ a: [{ b: 1 }, [{ c: null }]], $ref: '#/a' })).toMatchObject({ ...nothing, members: 4 })
  expect(surveyTree(deep)).toMatchObject({ isTooDeep: true })
  for (const tree of [
    [{ $ref: 'other.yaml' }],
    { mapping: { dog: 'dog.yaml' } },
    { defaultMapping: 'Dog' },
    { example: { $ref: '../x' } },
  ])
    expect(surveyTree(tree), JSON.stringify(tree)).toMatchObject({ mayReferElsewhere: true })
  for (const tree of [{ mapping: { dog: '#/x' } }, { $ref: 1 }, { ref: 'other.yaml' }])
    expect(surveyTree(tree), JSON.stringify(tree)).toMatchObject({ mayReferElsewhere: false })
  expect(surveyTree([{ a: { $dynamicRef: '#T' } }])).toMatchObject({ mayReferDynamically: true })
})
