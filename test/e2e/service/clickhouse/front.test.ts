import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOwnClickhouse, startClickhouse, type TestClickhouse } from './clickhouse.ts'

describe.skipIf(!hasOwnClickhouse)('chdb behind its front (needs TEST_CHDB)', () => {
  let clickhouse: TestClickhouse
  beforeAll(async () => {
    clickhouse = await startClickhouse({ mayDie: true })
  })
  afterAll(async () => await clickhouse.stop())

  const rows = async (query: string, query_params: Record<string, unknown> = {}) =>
    await (await clickhouse.client.query({ query, query_params, format: 'JSONEachRow' })).json()

  it('takes parameters as they are, whatever is in them', async () => {
    const given = { text: `a'b"\t\\\n{x:String}ü`, list: ["a'", '\\'], none: null }
    const query =
      'select {text:String} as text, {list:Array(String)} as list, {none:Nullable(String)} as none'
    expect(await rows(query, given)).toEqual([given])
  })

  it('refuses in the words of ClickHouse, also when rows have gone out', async () => {
    await expect(rows('selec 1')).rejects.toMatchObject({ code: '62', type: 'SYNTAX_ERROR' })
    await expect(rows('select * from nowhere')).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' })
    const late =
      'select number, throwIf(number = 900000) from numbers(1000000) settings max_block_size = 1000'
    await expect(rows(late)).rejects.toThrow()
  })

  it('knows a block again, and keeps what it has taken when it is killed', async () => {
    const table = `${clickhouse.database}.kept`
    await clickhouse.client.command({
      query: `create table ${table} (id UInt64) engine = MergeTree order by id
        settings non_replicated_deduplication_window = 10`,
    })
    const insert = async (id: number, token: string) =>
      await clickhouse.client.insert({
        table,
        values: [{ id }],
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplication_token: token },
      })
    await insert(1, 'one')
    await insert(2, 'two')
    await clickhouse.kill()
    await expect(rows('select 1')).rejects.toThrow()
    await clickhouse.restart()
    await insert(2, 'two')
    expect(await rows(`select toUInt32(id) as id from ${table} order by id`)).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('streams', async () => {
    const answer = await clickhouse.client.query({
      query: 'select number from numbers(1000000)',
      format: 'JSONEachRow',
    })
    let count = 0
    for await (const chunk of answer.stream()) count += chunk.length
    expect(count).toBe(1_000_000)
  })
})
