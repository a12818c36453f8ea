/**
 * Translates the service's statements into the dialect of Debian's ClickHouse, which dates from 2018. They
 * differ only in later features: maps, codecs and parameters, setting names, and block names. Without a name,
 * a block is recognized by its content. One view is translated: the persons of `trends`, and whether any
 * events refer to another person.
 */
export function inOldWords({ given, body }: Asked): Asked {
  const settings = new URLSearchParams()
  for (const [name, value] of given) {
    const old = oldSettings[name]
    if (old !== undefined) settings.set(old, value)
  }
  const insert = given.get('query')
  if (insert !== null) {
    settings.set('query', insert)
    settings.set('input_format_skip_unknown_fields', '1')
    return { given: settings, body }
  }
  const said = body.toString().replaceAll(/\{(\w+):(\w+)\}/g, (_, name, type) => {
    const value = given.get(`param_${name}`) ?? ''
    return type === 'String' ? `'${value}'` : value
  })
  return { given: settings, body: Buffer.from(statementInOldWords(said)) }
}

export interface Asked {
  /** Parameters in the address. */
  readonly given: URLSearchParams
  readonly body: Buffer
}

/** Settings that existed then, some under another name. All others are omitted. */
const oldSettings: Readonly<Record<string, string>> = {
  database: 'database',
  query_id: 'query_id',
  insert_deduplicate: 'insert_deduplicate',
  distributed_foreground_insert: 'insert_distributed_sync',
  distributed_ddl_task_timeout: 'distributed_ddl_task_timeout',
  skip_unavailable_shards: 'skip_unavailable_shards',
  max_execution_time: 'max_execution_time',
}

function statementInOldWords(statement: string): string {
  if (/^\s*create /.test(statement)) return tableInOldWords(statement)
  if (/^select toString\(count\(\)\) as count from cluster\(/.test(statement)) return statement
  const [, hasMoved, hasUnclaimed] =
    /^\s*select\s+(\(.*\)) as has_moved,\s*(\(.*\)) as has_unclaimed,/s.exec(statement) ?? []
  if (hasMoved !== undefined)
    return `select concat('[', toString(${hasMoved}), ',', toString(${hasUnclaimed}), ',[]]') format TSV`
  const [, projectId] = /uniqExact\(uuid\) as events.*e\.project_id = (\d+)/s.exec(statement) ?? []
  if (projectId === undefined) throw new Error(`There are no old words for this statement:\n${statement}`)
  const persons = `select concat('[', toString(person_id), ']') as row from events final
    where project_id = ${projectId} and person_id != 0
    group by person_id order by count() desc, person_id`
  const [, isOver] = /^\s*select groupArray\(tuple\(\*\)\), (.*?) from \(\s*select who/s.exec(statement) ?? []
  if (isOver === undefined) return `${persons} format TSV`
  return `select concat('[[', arrayStringConcat(groupArray(row), ','), '],', toString(${isOver}), ']')
    from (${persons}) format TSV`
}

function tableInOldWords(statement: string): string {
  return statement
    .replaceAll(/ CODEC\(\w+\)/g, '')
    .replace(/,\s*texts Map\(LowCardinality\(String\), String\)/, '')
    .replace(/, index .*? granularity 1/g, '')
    .replaceAll('LowCardinality(String)', 'String')
    .replace('fromUnixTimestamp64Micro(created_at)', 'toDateTime(intDiv(created_at, 1000000))')
    .replace(/, min_compress_block_size = \d+, fsync_after_insert = 1, fsync_part_directory = 1$/, '')
}

/** Names of additional error codes in a cluster; the client recognizes an error by its name. */
const names: Readonly<Record<string, string>> = {
  '32': 'ATTEMPT_TO_READ_AFTER_EOF',
  '60': 'UNKNOWN_TABLE',
  '81': 'UNKNOWN_DATABASE',
  '159': 'TIMEOUT_EXCEEDED',
  '209': 'SOCKET_TIMEOUT',
  '210': 'NETWORK_ERROR',
  '242': 'TABLE_IS_READ_ONLY',
  '279': 'ALL_CONNECTION_TRIES_FAILED',
  '999': 'KEEPER_EXCEPTION',
}

/** Returns an error in today's format. */
export function refusalInNewWords(refusal: string): string {
  const [, code = '1002', message = refusal] =
    /^Code: (\d+), e\.displayText\(\) = (.*?), e\.what/s.exec(refusal) ?? []
  return `Code: ${code}. ${message} (${names[code] ?? 'UNNAMED'})`
}
