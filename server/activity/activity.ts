import type { Kysely } from 'kysely'
import { countAll } from '../database/count-all.ts'
import type { Database } from '../database/schema.ts'
import type { KeyUser } from '../tenancy/tenancy.ts'
import { addressWithParameters, largestOffset, largestPage, type Page } from '../values/pagination.ts'
import type { ActivityChange, ActivityDetail, ActivityScope } from './tables.ts'

/** An event in an item's history. */
export interface ActivityEntry {
  readonly organizationId: string
  /** Absent for an item that does not belong to a single project. */
  readonly projectId?: number | undefined
  /** The user who acted; `undefined` for the service itself and its operator. */
  readonly user: KeyUser | undefined
  readonly scope: ActivityScope
  readonly itemId: string
  /** A verb in the past tense: `created`, `updated`, `deleted`, `split_person`. */
  readonly activity: string
  readonly detail: {
    /** The item's human-readable name. */
    readonly name?: string | null | undefined
    readonly changes?: readonly ActivityChange[] | undefined
  }
}

/**
 * Adds a change to the log. Call it in the transaction that makes the change, so that either both are stored
 * or neither is.
 */
export async function recordActivity(db: Kysely<Database>, entry: ActivityEntry): Promise<void> {
  await recordActivities(db, [entry])
}

/** Adds several log entries at once, in the given order. */
export async function recordActivities(
  db: Kysely<Database>,
  entries: readonly ActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await db.insertInto('activity_log').values(entries.map(toRow)).execute()
}

/**
 * Maximum number of characters in a detail that is stored with the changed values. It is limited because a
 * page can have a thousand entries.
 */
const mostLength = 2 ** 16

/** Removes a change's values, which are too large for the log. */
function withoutValues(change: ActivityChange): ActivityChange {
  return { ...change, before: null, after: null }
}

function toRow({ organizationId, projectId, user, scope, itemId, activity, detail }: ActivityEntry) {
  const whole: ActivityDetail = { name: detail.name ?? null, changes: detail.changes ?? null }
  const text = JSON.stringify(whole)
  return {
    organization_id: organizationId,
    project_id: projectId ?? null,
    user_id: user?.id ?? null,
    scope,
    item_id: itemId,
    activity,
    detail:
      text.length <= mostLength
        ? text
        : JSON.stringify({ ...whole, changes: whole.changes?.map(withoutValues) }),
  }
}

/**
 * A log entry as the API returns it.
 * @see spec/decisions/persons.yaml, "Shape of an activity entry"
 */
export interface ActivityView<Scope extends ActivityScope> {
  readonly id: string
  readonly user: { readonly first_name: string; readonly email: string } | null
  readonly activity: string
  readonly scope: Scope
  readonly item_id: string
  readonly detail: { name: string | null; changes: ActivityChange[] | null }
  readonly created_at: string
}

/** One page of the activity log. */
export interface ActivityPage<Scope extends ActivityScope> {
  readonly results: ActivityView<Scope>[]
  readonly next: string | null
  readonly previous: string | null
  readonly total_count: number
}

/** Selects the entries that a reader gets. */
export interface ActivityQuery<Scope extends ActivityScope> {
  readonly organizationId: string
  readonly projectId?: number | undefined
  readonly scopes: readonly Scope[]
  readonly itemId?: string | undefined
  /** Maximum number of entries per page, at least 1. Default: 10. */
  readonly limit?: number | undefined
  /** Page number, starting from 1. Default: 1. */
  readonly page?: number | undefined
}

/** Lists the history of one item, or of all items in some scopes, as one page of a response. */
export async function listActivity<Scope extends ActivityScope>(
  db: Kysely<Database>,
  { request, ...query }: ActivityQuery<Scope> & { readonly request: Request },
): Promise<ActivityPage<Scope>> {
  const { page = 1 } = query
  const limit = pageLength(query)
  const { count, results } = await readActivity(db, query)
  return {
    results,
    next: page * limit < count ? addressWithParameters(request, { page: page + 1 }) : null,
    previous: page > 1 ? addressWithParameters(request, { page: page - 1 }) : null,
    total_count: count,
  }
}

/** Reads one page of the log. */
export async function readActivity<Scope extends ActivityScope>(
  db: Kysely<Database>,
  { organizationId, projectId, scopes, itemId, page = 1, ...query }: ActivityQuery<Scope>,
): Promise<Page<ActivityView<Scope>>> {
  const limit = pageLength(query)
  const entries = db
    .selectFrom('activity_log as entry')
    .where('entry.organization_id', '=', organizationId)
    .where('entry.scope', 'in', scopes)
    .$if(projectId !== undefined, (query) => query.where('entry.project_id', '=', Number(projectId)))
    .$if(itemId !== undefined, (query) => query.where('entry.item_id', '=', String(itemId)))
  const { count } = await entries.select(countAll).executeTakeFirstOrThrow()
  const rows = await entries
    .leftJoin('users', 'users.id', 'entry.user_id')
    .select([
      'entry.id',
      'entry.activity',
      'entry.scope',
      'entry.item_id',
      'entry.detail',
      'entry.created_at',
    ])
    .select(['users.first_name', 'users.email'])
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id')
    .limit(limit)
    .offset(Math.min((page - 1) * limit, largestOffset))
    .execute()
  const results = rows.map(({ first_name, email, ...entry }) => ({
    ...entry,
    scope: entry.scope as Scope, // the query requests only these scopes
    detail: { name: entry.detail.name, changes: entry.detail.changes && [...entry.detail.changes] },
    user: first_name === null || email === null ? null : { first_name, email },
  }))
  return { count, results }
}

/** Default number of entries per page. @see spec/decisions/persons.yaml, "ActivityLimit" */
const defaultLimit = 10

function pageLength({ limit = defaultLimit }: { readonly limit?: number | undefined }): number {
  return Math.min(limit, largestPage)
}
