import { schemaIn } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import { faultyValues } from '../../../../../runtime/contract/rules/wrong-requests/value-faults.ts'

test('a list that is too long repeats no item where that would be another fault', () => {
  const schema = {
    type: 'array',
    maxItems: 5,
    uniqueItems: true,
    items: { type: 'string', pattern: '^[a-z]{1,12}$' },
  }
  const tooLong = [...faultyValues(schemaIn({ definitions: {} }, schema), ['a'])].find(
    ({ keyword }) => keyword === 'maxItems',
  )?.value
  expect(tooLong).toHaveLength(6)
  expect(new Set(tooLong as string[]).size).toBe(6)
})
