import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PropertyFilters } from '../../../generated/types.ts'
import { countAll } from '../../database/count-all.ts'
import { prepareStatement, statementPlaceholder } from '../../database/prepared.ts'
import type { Database } from '../../database/schema.ts'
import { personCondition } from '../../events/postgres/views/person-condition.ts'
import { isTenantUuid } from '../../tenancy/tenancy.ts'
import type { JsonObject } from '../../values/json.ts'
import type { Page, Slice } from '../../values/pagination.ts'
import { personPropertiesOnPage, personRowsFittingPage } from './page-bytes.ts'
import { distinctIds, listedColumns, type PersonFields, type PersonView, viewPerson } from './person-view.ts'
import { readListedPeople } from './read-people.ts'

/** Filters for a list of persons. An absent or empty string matches everyone. */
export interface PersonFilters {
  readonly distinctId: string | undefined
  /** The whole address. */
  readonly email: string | undefined
  /** Part of an e-mail address, ignoring case, or a complete distinct id or UUID. */
  readonly search: string | undefined
  readonly properties: PropertyFilters | undefined
}

/** A query for a list of persons. */
export interface PersonQuery {
  readonly projectId: number
  readonly filters: PersonFilters
  readonly slice: Slice
}

/** Lists persons, newest first. */
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

/** A person on a page; `properties` is null if the properties do not fit on the page. */
type PersonOnPage = Omit<PersonFields, 'properties'> & { readonly properties: JsonObject | null }

function pageOf(rows: readonly PersonOnPage[], count: number): Page<PersonView> {
  const results = personRowsFittingPage(rows).map(viewPerson)
  return { count, results, isCut: results.length < rows.length }
}

const newestFirst = sql`page.created_at desc, page.id desc`

/**
 * Lists omit persons created more than a day in the future. Callers' clocks can be wrong, and such persons
 * would precede all others.
 */
const notFarAhead = sql<boolean>`person.created_at <= now() + interval '1 day'`

/**
 * One page of all persons, where each row contains the total number. This is the most frequent list, so it is
 * one prepared statement.
 */
const findEverybody = prepareStatement<
  PersonOnPage & { readonly total: number },
  [projectId: number, limit: number, offset: number]
>('persons-on-page', (db) =>
  db
    .with('page', (on) =>
      everybody(on)
        .select(['person.project_id', 'person.id', 'person.created_at'])
        .orderBy('person.created_at', 'desc')
        .orderBy('person.id', 'desc')
        .limit(statementPlaceholder<number>(2, 'integer'))
        .offset(statementPlaceholder<number>(3, 'bigint')),
    )
    .selectFrom('page')
    .innerJoin('persons as person', (join) =>
      join.onRef('person.project_id', '=', 'page.project_id').onRef('person.id', '=', 'page.id'),
    )
    .select(listedColumns)
    .select([personPropertiesOnPage(newestFirst), distinctIds, everybody(db).select(countAll).as('total')])
    .$narrowType<{ total: number }>()
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .compile(),
)

function everybody(db: Pick<Kysely<Database>, 'selectFrom'>) {
  return db
    .selectFrom('persons as person')
    .where('person.project_id', '=', statementPlaceholder<number>(1, 'integer'))
    .where(notFarAhead)
}

/**
 * Reads one page of persons. Finds the ids first, and uses only the index if there is no filter, so that rows
 * before a deep page are never read completely.
 * @param query `count` is the number of persons on all pages, if known.
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
    .select([personPropertiesOnPage(newestFirst), distinctIds])
    .execute()
}

/** The ids of a page, in the list's order. */
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

/** Number of persons to read at a time if there are many. */
const batch = 1000

/** Reads the same persons in the same order each time, in batches. */
export type ReadPersons = () => AsyncIterable<readonly PersonView[]>

/**
 * Saves the ids of the persons in a list. The returned function reads each person once, in the list's order,
 * except for persons who were deleted. Persons who are added later are not included.
 */
export async function notePersons(db: Kysely<Database>, query: PersonQuery): Promise<ReadPersons> {
  // Only ids, because rows for a million persons would take twenty times as much memory.
  const ids: number[] = []
  for await (const { id } of onPage(db, query).select('page.id').stream(batch)) ids.push(id)
  return async function* () {
    for (let start = 0; start < ids.length; ) {
      const { people, read } = await readListedPeople(db, {
        projectId: query.projectId,
        ids: ids.slice(start, start + batch),
      })
      yield people
      start += read
    }
  }
}

/**
 * Ratio of matches to persons up to the end of the page, from which it is faster to read all persons in order
 * until the page is full.
 */
const dense = 10

/**
 * True if there are few matches compared with the number of persons up to the end of the page. Reading all
 * persons in order would then be far slower than finding all matches and sorting them. PostgreSQL cannot know
 * this.
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

/**
 * Finds persons by a search text. Each part of the query uses its own index. If the parts were joined with
 * `or`, no index would be used.
 */
function found(projectId: number, search: string): RawBuilder<unknown> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const byUuid = sql`
    union all select id from persons where project_id = ${projectId} and uuid = ${search}::uuid`
  return sql`
    select id from persons where project_id = ${projectId} and properties ->> 'email' ilike ${pattern}
    union all ${holderOf(projectId, search)}
    ${isTenantUuid(search) ? byUuid : sql``}`
}
