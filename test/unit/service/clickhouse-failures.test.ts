import { ClickHouseError } from '@clickhouse/client'
import { describe, expect, it } from 'vitest'
import { asClickhouseRefusal, lacksEventTables } from '../../../server/events/clickhouse/failures.ts'

const failure = (code: string, message: string) => new ClickHouseError({ code, message, type: 'SOME_NAME' })

const away = failure(
  '279',
  'All connection tries failed. Log: \n\nCode: 210. Connection refused (10.0.0.2:9000)\n\n ',
)
const empty = failure(
  '279',
  'All connection tries failed. Log: \n\nThere is no table concordat.persons_local on server: 10.0.0.2:9000\n\n ',
)

describe('failures of ClickHouse', () => {
  it.each([
    failure('60', 'Table concordat.persons does not exist.'),
    failure('81', 'Database concordat does not exist.'),
    empty,
  ])('tell that tables are not there: %s', (error) => {
    expect(lacksEventTables(error)).toBe(true)
  })

  it.each([away, failure('159', 'Timeout exceeded: There is no table'), new Error('There is no table')])(
    'tell nothing of tables: %s',
    (error) => {
      expect(lacksEventTables(error)).toBe(false)
    },
  )

  it.each([away, empty])('are told to callers as busy: %s', (error) => {
    expect(asClickhouseRefusal(error)).toMatchObject({ status: 503, code: 'busy' })
  })
})
