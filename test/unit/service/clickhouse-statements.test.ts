import { expect, it } from 'vitest'
import {
  ch,
  integer,
  printStatement,
  type Settled,
  type Statement,
  text,
} from '../../../server/events/clickhouse/statement.ts'

const print = (statement: Statement) => printStatement(statement as Settled)

it('says whole numbers as digits, and texts beside the statement', () => {
  const id = 2n ** 62n
  expect(
    print(ch`id = ${integer(id)} and moment - ${integer(-5)} > ${integer('7')} and name = ${text('1')}`),
  ).toEqual({
    query: 'id = 4611686018427387904 and moment - (-5) > 7 and name = {p0:String}',
    query_params: { p0: '1' },
  })
})

it.each([1.5, Number.NaN, 'one', '1 or 1'])('does not say %s as a whole number', (value) => {
  expect(() => integer(value)).toThrow()
})
