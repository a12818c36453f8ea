import { type RawBuilder, sql } from 'kysely'

/**
 * Rows that exist in both stores, and how each store counts them: in buckets, using one string per row, which
 * contains all the row's values and is the same in both stores.
 */
export interface MoveSubject {
  readonly name: string
  /** Number of buckets to compare at a time. */
  readonly step: number
  /** A bucket's name in messages. */
  readonly tell: (bucket: number) => string
  readonly postgres: {
    readonly table: RawBuilder<unknown>
    readonly bucket: RawBuilder<number>
    readonly row: RawBuilder<string>
    readonly isWithin: (from: number, to: number) => RawBuilder<boolean>
  }
  readonly clickhouse: {
    readonly table: string
    readonly bucket: string
    readonly row: string
    /** A condition that uses the parameters `from` and `to`. */
    readonly isWithin: string
  }
}

/** Length of an event bucket, in seconds. */
export const bucketSeconds = 3600

const hour = (bucket: number) => new Date(bucket * bucketSeconds * 1000).toISOString().slice(0, 13)

const eventBuckets = {
  step: 31 * 24,
  tell: (bucket: number) => `accepted in the hour ${hour(bucket)}Z`,
  postgres: {
    table: sql`events`,
    bucket: sql<number>`floor(extract(epoch from created_at) / ${sql.lit(bucketSeconds)})::integer`,
    isWithin: (from: number, to: number) => sql<boolean>`
      created_at >= to_timestamp(${from * bucketSeconds}) and created_at < to_timestamp(${to * bucketSeconds})`,
  },
  clickhouse: {
    bucket: `intDiv(created_at, ${bucketSeconds}000000)`,
    isWithin: `created_at >= {from:Int64} * ${bucketSeconds}000000 and created_at < {to:Int64} * ${bucketSeconds}000000`,
  },
}

const postgresEvent = sql`uuid, event, distinct_id, event_micros(timestamp), event_micros(created_at)`

const clickhouseEvent = `toString(uuid), '|', event, '|', distinct_id, '|', toString(timestamp), '|', toString(created_at)`

export const eventSubject: MoveSubject = {
  ...eventBuckets,
  name: 'events',
  postgres: { ...eventBuckets.postgres, row: sql`concat_ws('|', ${postgresEvent}, properties)` },
  clickhouse: {
    ...eventBuckets.clickhouse,
    table: 'events final',
    row: `concat(${clickhouseEvent}, '|', properties)`,
  },
}

/**
 * All of a row's properties as one string, the same in both stores. For a row without properties, PostgreSQL
 * omits this part.
 */
const postgresTexts = sql`(
  select string_agg(key || '=' || value, ',' order by (key || '=' || value) collate "C")
  from jsonb_each_text(property_texts(properties)))`

const clickhouseTexts = `if(empty(texts), '', concat('|', arrayStringConcat(
  arraySort(arrayMap((name, text) -> concat(name, '=', text), mapKeys(texts), mapValues(texts))), ',')))`

/** The second copy of the events in ClickHouse, which views read. */
const viewedEventSubject: MoveSubject = {
  ...eventBuckets,
  name: 'events as read by views',
  postgres: { ...eventBuckets.postgres, row: sql`concat_ws('|', ${postgresEvent}, ${postgresTexts})` },
  clickhouse: {
    ...eventBuckets.clickhouse,
    table: 'person_events final',
    row: `concat(${clickhouseEvent}, ${clickhouseTexts})`,
  },
}

/** Number of persons per bucket. */
const bucketPersons = 10_000

const personSubject: MoveSubject = {
  name: 'persons',
  step: 20,
  tell: (bucket) => `from ${bucket * bucketPersons} to ${(bucket + 1) * bucketPersons - 1}`,
  postgres: {
    table: sql`persons`,
    bucket: sql`id / ${sql.lit(bucketPersons)}`,
    row: sql`concat_ws('|', id, event_micros(created_at), ${postgresTexts})`,
    isWithin: (from, to) => sql`id >= ${from * bucketPersons} and id < ${to * bucketPersons}`,
  },
  clickhouse: {
    table: '(select * from persons final where is_deleted = 0)',
    bucket: `intDiv(id, ${bucketPersons})`,
    row: `concat(toString(id), '|', toString(created_at), ${clickhouseTexts})`,
    isWithin: `id >= {from:Int64} * ${bucketPersons} and id < {to:Int64} * ${bucketPersons}`,
  },
}

const idBucket = sql<number>`('x' || left(md5(distinct_id), 2))::bit(8)::integer`

const idSubject: MoveSubject = {
  name: 'distinct ids',
  step: 256,
  tell: (bucket) => `whose MD5 begins with ${bucket.toString(16).padStart(2, '0')}`,
  postgres: {
    table: sql`person_distinct_ids`,
    bucket: idBucket,
    row: sql`concat_ws('|', distinct_id, person_id)`,
    isWithin: (from, to) => sql`${idBucket} >= ${from} and ${idBucket} < ${to}`,
  },
  clickhouse: {
    table: '(select * from person_distinct_ids final where person_id <> 0)',
    bucket: 'reinterpretAsUInt8(substring(MD5(distinct_id), 1, 1))',
    row: `concat(distinct_id, '|', toString(person_id))`,
    isWithin: `reinterpretAsUInt8(substring(MD5(distinct_id), 1, 1)) >= {from:Int64}
      and reinterpretAsUInt8(substring(MD5(distinct_id), 1, 1)) < {to:Int64}`,
  },
}

/** Everything that is compared: all data in ClickHouse. */
export const moveSubjects: readonly MoveSubject[] = [
  personSubject,
  idSubject,
  eventSubject,
  viewedEventSubject,
]
