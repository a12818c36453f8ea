import { type RawBuilder, sql } from 'kysely'

/**
 * What both stores have of the same, as each of them counts it: in buckets, and with a text of each row that has all of it, the same in
 * both.
 */
export interface Subject {
  readonly name: string
  /** How many buckets are compared at a time. */
  readonly step: number
  /** A bucket, as people are told of it. */
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
    /** Of the parameters `from` and `to`. */
    readonly isWithin: string
  }
}

/** Seconds of a bucket of events. */
export const bucketSeconds = 3600

const hour = (bucket: number) => new Date(bucket * bucketSeconds * 1000).toISOString().slice(0, 13)

export const eventSubject: Subject = {
  name: 'events',
  step: 31 * 24,
  tell: (bucket) => `accepted in the hour ${hour(bucket)}Z`,
  postgres: {
    table: sql`events`,
    bucket: sql`floor(extract(epoch from created_at) / ${sql.lit(bucketSeconds)})::integer`,
    row: sql`concat_ws('|', uuid, event, distinct_id, event_micros(timestamp), event_micros(created_at), properties)`,
    isWithin: (from, to) => sql`
      created_at >= to_timestamp(${from * bucketSeconds}) and created_at < to_timestamp(${to * bucketSeconds})`,
  },
  clickhouse: {
    table: 'events final',
    bucket: `intDiv(created_at, ${bucketSeconds}000000)`,
    row: `concat(toString(uuid), '|', event, '|', distinct_id, '|', toString(timestamp), '|', toString(created_at),
      '|', properties)`,
    isWithin: `created_at >= {from:Int64} * ${bucketSeconds}000000 and created_at < {to:Int64} * ${bucketSeconds}000000`,
  },
}

/** Persons of a bucket. */
const bucketPersons = 10_000

const personSubject: Subject = {
  name: 'persons',
  step: 20,
  tell: (bucket) => `from ${bucket * bucketPersons} to ${(bucket + 1) * bucketPersons - 1}`,
  postgres: {
    table: sql`persons`,
    bucket: sql`id / ${sql.lit(bucketPersons)}`,
    row: sql`concat_ws('|', id, event_micros(created_at), (
      select string_agg(key || '=' || value, ',' order by (key || '=' || value) collate "C")
      from jsonb_each_text(property_texts(properties))))`,
    isWithin: (from, to) => sql`id >= ${from * bucketPersons} and id < ${to * bucketPersons}`,
  },
  clickhouse: {
    table: '(select * from persons final where is_deleted = 0)',
    bucket: `intDiv(id, ${bucketPersons})`,
    // What has no property has no last part in PostgreSQL.
    row: `concat(toString(id), '|', toString(created_at), if(empty(texts), '', concat('|', arrayStringConcat(
      arraySort(arrayMap((name, text) -> concat(name, '=', text), mapKeys(texts), mapValues(texts))), ','))))`,
    isWithin: `id >= {from:Int64} * ${bucketPersons} and id < {to:Int64} * ${bucketPersons}`,
  },
}

const idBucket = sql<number>`('x' || left(md5(distinct_id), 2))::bit(8)::integer`

const idSubject: Subject = {
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

/** All that ClickHouse has. */
export const subjects: readonly Subject[] = [personSubject, idSubject, eventSubject]
