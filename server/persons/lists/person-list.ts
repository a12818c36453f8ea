import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PropertyFilters } from '../../../generated/types.ts'
import { countAll } from '../../database/count-all.ts'
import { place, prepare } from '../../database/prepared.ts'
import type { Database } from '../../database/schema.ts'
import { personCondition } from '../../events/postgres/views/person-condition.ts'
import { isUuid } from '../../tenancy/tenancy.ts'
import type { JsonObject } from '../../values/json.ts'
import type { Page, Slice } from '../../values/pagination.ts'
import { fitting, propertiesOnPage } from './page-bytes.ts'
import { distinctIds, listedColumns, type PersonFields, type PersonView, viewPerson } from './person-view.ts'
import { readPeople } from './read-people.ts'

/** Filters of a list of persons; an absent or empty text asks for all. */
export interface PersonFilters {
  readonly distinctId: string | undefined
  /** The whole address. */
  readonly email: string | undefined
  /** A part of the e-mail address in either case, or a whole distinct id, or a UUID. */
  readonly search: string | undefined
  readonly properties: PropertyFilters | undefined
}

/** Query of a list of persons. */
export interface PersonQuery {
  readonly projectId: number
  readonly filters: PersonFilters
  readonly slice: Slice
}

/** Lists persons, the newest first. */
export async function listPersons(db: Kysely<Database>, query: PersonQuery): Promise<Page<PersonView>> {
  const { projectId, filters, slice } = query
  if (!isFiltered(filters)) {
    const rows = await findEverybody(db, projectId, slice.limit, slice.offset)
    const [first] = rows
    if (first !== undefined) return pageOf(rows, first.total)
  }
  const { count } = await matching(db, query).select(countAll).executeTakeFirstOrThrow()
  const isEmpty = query.slice.offset >= count
  return pageOf(isEmpty ? [] : await findPersons(db, { ...query, count }), count)
}

/** A person on a page, without properties where it has no place there. */
type PersonOnPage = Omit<PersonFields, 'properties'> & { readonly properties: JsonObject | null }

function pageOf(rows: readonly PersonOnPage[], count: number): Page<PersonView> {
  const results = fitting(rows).map(viewPerson)
  return { count, results, isCut: results.length < rows.length }
}

const newestFirst = sql`page.created_at desc, page.id desc`

/** Clocks of callers go wrong: persons who begin more than a day ahead would stand before all others. */
const notFarAhead = sql<boolean>`person.created_at <= now() + interval '1 day'`

/** One page of all persons, each with how many there are: what is listed most is one prepared statement. */
const findEverybody = prepare<
  PersonOnPage & { readonly total: number },
  [projectId: number, limit: number, offset: number]
>('persons-on-page', (db) =>
  db
    .with('page', (on) =>
      everybody(on)
        .select(['person.project_id', 'person.id', 'person.created_at'])
        .orderBy('person.created_at', 'desc')
        .orderBy('person.id', 'desc')
        .limit(place<number>(2, 'integer'))
        .offset(place<number>(3, 'bigint')),
    )
    .selectFrom('page')
    .innerJoin('persons as person', (join) =>
      join.onRef('person.project_id', '=', 'page.project_id').onRef('person.id', '=', 'page.id'),
    )
    .select(listedColumns)
    .select([propertiesOnPage(newestFirst), distinctIds, everybody(db).select(countAll).as('total')])
    .$narrowType<{ total: number }>()
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .compile(),
)

function everybody(db: Pick<Kysely<Database>, 'selectFrom'>) {
  return db
    .selectFrom('persons as person')
    .where('person.project_id', '=', place<number>(1, 'integer'))
    .where(notFarAhead)
}

/**
 * Reads one page of persons. It finds the ids first, from the index alone if there is no filter: rows that a
 * deep page skips are never read whole.
 * @param query `count` says how many there are on all pages, where that is known.
 */
async function findPersons(
  db: Kysely<Database>,
  query: PersonQuery & { readonly count?: number },
): Promise<PersonOnPage[]> {
  return await onPage(db, query)
    .innerJoin('persons as person', (join) =>
      join.onRef('person.project_id', '=', 'page.project_id').onRef('person.id', '=', 'page.id'),
    )
    .select(listedColumns)
    .select([propertiesOnPage(newestFirst), distinctIds])
    .execute()
}

/** The ids of a page, in the order of the list. */
function onPage(db: Kysely<Database>, query: PersonQuery & { readonly count?: number }) {
  return db
    .with(
      (named) => (isSparse(query) ? named('found').materialized() : named('found').notMaterialized()),
      () => matching(db, query).select(['person.project_id', 'person.id', 'person.created_at']),
    )
    .with('page', (on) =>
      on
        .selectFrom('found as person')
        .selectAll()
        .orderBy('person.created_at', 'desc')
        .orderBy('person.id', 'desc')
        .limit(query.slice.limit)
        .offset(query.slice.offset),
    )
    .selectFrom('page')
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
}

/** Persons that are read at once where many are. */
const batch = 1000

/** Reads the same persons in the same order each time, some at once. */
export type ReadPersons = () => AsyncIterable<readonly PersonView[]>

/**
 * Notes the persons that a list shows now, however many, for later pages. The pages have each of them once,
 * in the order of the list, whoever comes or changes meanwhile, except for deleted ones.
 */
export async function notePersons(db: Kysely<Database>, query: PersonQuery): Promise<ReadPersons> {
  // Numbers alone: a row of each of a million persons would take twenty times the memory.
  const ids: number[] = []
  for await (const { id } of onPage(db, query).select('page.id').stream(batch)) ids.push(id)
  return async function* () {
    for (let start = 0; start < ids.length; ) {
      const { people, read } = await readPeople(db, {
        projectId: query.projectId,
        ids: ids.slice(start, start + batch),
      })
      yield people
      start += read
    }
  }
}

/**
 * Least density for reading in order: if one of so many persons is on the page, it is faster to look through
 * them in order until it is full.
 */
const dense = 10

/**
 * True if few of the persons who meet the filters are before or on the page that is read, or it is the last
 * one. A look through all persons in order would then be by far slower than to find all who are meant, and
 * sort them; PostgreSQL cannot know.
 */
function isSparse({ filters, slice, count = 0 }: PersonQuery & { readonly count?: number }): boolean {
  return isFiltered(filters) && count < dense * (slice.offset + slice.limit)
}

function isFiltered(filters: PersonFilters): boolean {
  return Object.values(filters).some((filter) => filter !== undefined && filter !== '')
}

function matching(db: Kysely<Database>, { projectId, filters }: PersonQuery) {
  const { distinctId, email, search, properties } = filters
  let query = db.selectFrom('persons as person').where('person.project_id', '=', projectId).where(notFarAhead)
  if (distinctId) query = query.where(sql<boolean>`person.id in (${holderOf(projectId, distinctId)})`)
  if (email) query = query.where(personCondition([{ key: 'email', value: email }]))
  if (search) query = query.where(sql<boolean>`person.id in (${found(projectId, search)})`)
  if (properties !== undefined) query = query.where(personCondition(properties))
  return query
}

function holderOf(projectId: number, distinctId: string): RawBuilder<unknown> {
  return sql`
    select person_id from person_distinct_ids
    where project_id = ${projectId} and distinct_id = ${distinctId}`
}

/** Each part has its own index; joined by `or` none would be used. */
function found(projectId: number, search: string): RawBuilder<unknown> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const byUuid = sql`
    union all select id from persons where project_id = ${projectId} and uuid = ${search}::uuid`
  return sql`
    select id from persons where project_id = ${projectId} and properties ->> 'email' ilike ${pattern}
    union all ${holderOf(projectId, search)}
    ${isUuid(search) ? byUuid : sql``}`
}
