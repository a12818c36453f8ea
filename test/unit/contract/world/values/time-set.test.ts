import { expect, test } from 'vitest'
import { withTimeSet } from '../../../../../runtime/contract/world/values/range-members.ts'

const hour = { start_at: '2030-01-01T05:00:00Z', end_at: '2030-01-01T06:00:00Z' }
const days = { from: '2030-01-01', to: '2030-01-03' }

test('an earlier end moves the start, and the range keeps its length', () => {
  const end_at = '2001-01-01T00:00:00Z'
  expect(withTimeSet(hour, 'end_at', end_at)).toEqual({ start_at: '2000-12-31T23:00:00Z', end_at })
  expect(withTimeSet(days, 'to', '2001-01-01')).toEqual({ from: '2000-12-30', to: '2001-01-01' })
})

test('a later start moves the end', () => {
  const start_at = '2199-01-01T00:00:00Z'
  expect(withTimeSet(hour, 'start_at', start_at)).toEqual({ start_at, end_at: '2199-01-01T01:00:00Z' })
})

test('a range without a length gets a day', () => {
  const none = { start_at: hour.start_at, end_at: hour.start_at }
  expect(withTimeSet(none, 'start_at', hour.end_at)).toEqual({
    ...{ start_at: hour.end_at, end_at: '2030-01-02T06:00:00Z' },
  })
})

test('nothing else moves', () => {
  const end_at = '2199-01-01T00:00:00Z'
  expect(withTimeSet(hour, 'end_at', end_at)).toEqual({ ...hour, end_at })
  expect(withTimeSet(hour, 'name', 'A')).toEqual({ ...hour, name: 'A' })
  expect(withTimeSet(hour, 'end_at', 'soon')).toEqual({ ...hour, end_at: 'soon' })
})
