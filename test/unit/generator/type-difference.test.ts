import { expect, test } from 'vitest'
import { reasonsOf } from '../../../bench/corpus/type-difference.ts'
import { generate } from '../../../generator/generate.ts'

test('a type that is narrower as it lists an array has that reason, and no other type', async () => {
  const { model } = await generate({
    document: 'test/golden/schema-enums-and-constants/openapi.yaml',
    output: 'unused',
    importExtension: '.ts',
    outputs: ['types'],
  })
  const differences = ['Lists: "narrower"', 'Lists: "wider"', 'Numbers: "narrower"']
  expect(reasonsOf(differences, { model, lenient: differences }).map(({ reason }) => reason)).toEqual([
    'listed',
    undefined,
    undefined,
  ])
})
