import { type Kysely, sql } from 'kysely'
import { type PreparedStatement, prepareStatement, statementPlaceholder } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'
import type { ItemLookup } from '../feature/feature.ts'
import { noteKeyUse } from '../keys/keys.ts'
import { digestKey } from '../keys/secret.ts'
import { isProjectVisibleTo } from '../projects/visible.ts'
import type { Caller, TenantRefusal } from '../tenancy/caller.ts'
import type { Level } from '../tenancy/tenancy.ts'
import { isTenantUuid, type Tenant } from '../tenancy/tenancy.ts'
import { currentOrganizationOfUser } from '../users/users.ts'

/**
 * The tenant that a path names: an organization by UUID, a project by its number as a string, or the caller's
 * own as `@current`.
 */
export interface NamedTenant {
  readonly kind: 'organization' | 'project'
  readonly id: string
}

/** An item named in a path, in the project that the path names. */
export interface NamedItem {
  readonly lookup: ItemLookup
  readonly id: number
}

/**
 * Finds a key's user and scopes, the user's rights in the tenant that the path names, and an item of that
 * tenant, all in one statement. Updates the time of the key's last use if it is out of date.
 * @returns `undefined` if the key is unknown or expired, or if its user is inactive.
 */
export async function findCaller(
  db: Kysely<Database>,
  key: string,
  named: NamedTenant | undefined,
  item?: NamedItem,
): Promise<Caller | undefined> {
  const digest = digestKey(key)
  const along = item && findAlong(named, item)
  const [found] = await (along?.(db, digest) ?? look(db, digest, named))
  if (found === undefined) return undefined
  if (found.is_stale) await noteKeyUse(db, key)
  const user = { id: found.id, uuid: found.uuid }
  const caller = { user, scopes: found.scopes, tenant: named && tenantIn(found, { named, user }) }
  if (along === undefined || item === undefined) return caller
  return { ...caller, along: { id: item.id, row: found.item_id == null ? undefined : found } }
}

type FindCaller = (db: Kysely<Database>, digest: string) => Promise<readonly FoundCaller[]>

/** @returns `undefined` for a path that does not identify its project by number. */
function findAlong(named: NamedTenant | undefined, { lookup, id }: NamedItem): FindCaller | undefined {
  const projectId = named?.kind === 'project' ? idOfItemInPath(named.id) : undefined
  if (projectId === undefined) return undefined
  const find = withItem.get(lookup) ?? prepareWithItem(lookup)
  withItem.set(lookup, find)
  return (db, digest) => find(db, digest, projectId, id)
}

function look(
  db: Kysely<Database>,
  digest: string,
  named: NamedTenant | undefined,
): Promise<readonly FoundCaller[]> {
  if (named === undefined) return findKey(db, digest)
  if (named.kind === 'organization') {
    if (named.id === current) return findInOrganization(db, digest, null)
    return isTenantUuid(named.id) ? findInOrganization(db, digest, named.id) : findKey(db, digest)
  }
  if (named.id === current) return findInProject(db, digest, null)
  const projectId = idOfItemInPath(named.id)
  return projectId === undefined ? findKey(db, digest) : findInProject(db, digest, projectId)
}

function tenantIn(
  found: FoundCaller,
  { named, user }: { named: NamedTenant; user: Tenant['caller'] },
): Tenant | TenantRefusal {
  const { organization_id, project_id, level, is_visible = true } = found
  if (organization_id == null) return `${named.kind}NotFound`
  if (level == null || !is_visible) return 'forbidden'
  const tenant = { organizationId: organization_id, caller: user, level }
  return project_id == null ? tenant : { ...tenant, projectId: project_id }
}

/** Identifies the caller's own organization or project in place of an id. */
const current = '@current'

/** The largest `integer` in PostgreSQL, and therefore the largest id. */
const largestInteger = 2 ** 31 - 1

/** @returns `undefined` for a string that is not a whole number in the range of ids. */
export function idOfItemInPath(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= largestInteger ? Number(text) : undefined
}

/**
 * A caller's database row. The tenant's columns are absent if they were not requested, and `null` if the
 * tenant does not exist.
 */
interface FoundCaller {
  readonly id: number
  readonly uuid: string
  readonly scopes: readonly string[]
  /** True if the recorded time of the key's last use is out of date. */
  readonly is_stale: boolean
  readonly organization_id?: string | null
  readonly project_id?: number | null
  /** `null` for a user who is not a member of the tenant. */
  readonly level?: Level | null
  readonly is_visible?: boolean
  /** Absent if no item was requested, `null` if the item does not exist. */
  readonly item_id?: number | null
}

const ofKey = sql`users.id, users.uuid, key.scopes,
  key.last_used_at is null or key.last_used_at < now() - interval '1 hour' as is_stale`
const fromKey = sql`personal_api_keys as key join users on users.id = key.user_id and users.is_active`
const whereKey = sql`key.secure_value = ${statementPlaceholder(1, 'text')} and (key.expires_at is null or key.expires_at > now())`

const currentProject = sql`(
  select projects.id
  from projects
  where projects.organization_id = ${currentOrganizationOfUser(sql.ref('users.id'))}
    and ${isProjectVisibleTo(sql.ref('users.id'))}
  order by projects.id = users.current_project_id desc nulls last, projects.id
  limit 1
)`

const findKey = prepareStatement<FoundCaller, [digest: string]>('key', (db) =>
  sql<FoundCaller>`select ${ofKey} from ${fromKey} where ${whereKey}`.compile(db),
)

/** Without an id, finds the caller's own organization. */
const findInOrganization = prepareStatement<FoundCaller, [digest: string, id: string | null]>(
  'caller-in-organization',
  (db) =>
    sql<FoundCaller>`
      select ${ofKey}, organization.id as organization_id, membership.level
      from ${fromKey}
      left join organizations as organization
        on organization.id = coalesce(${statementPlaceholder(2, 'uuid')}, ${currentOrganizationOfUser(sql.ref('users.id'))})
      left join memberships as membership
        on membership.organization_id = organization.id and membership.user_id = users.id
      where ${whereKey}`.compile(db),
)

/** Without an id, finds the caller's own project. */
const findInProject = prepareStatement<FoundCaller, [digest: string, id: number | null]>(
  'caller-in-project',
  (db) =>
    sql<FoundCaller>`
    select ${ofKey}, projects.id as project_id, projects.organization_id, membership.level,
      ${isProjectVisibleTo(sql.ref('users.id'))} as is_visible
    from ${fromKey}
    left join projects on projects.id = coalesce(${statementPlaceholder(2, 'integer')}, ${currentProject})
    left join memberships as membership
      on membership.organization_id = projects.organization_id and membership.user_id = users.id
    where ${whereKey}`.compile(db),
)

type FindWithItem = PreparedStatement<[digest: string, projectId: number, id: number], FoundCaller>

const withItem = new Map<ItemLookup, FindWithItem>()

function prepareWithItem({ name, table, columns }: ItemLookup): FindWithItem {
  const isVisible = isProjectVisibleTo(sql.ref('users.id'))
  return prepareStatement<FoundCaller, [digest: string, projectId: number, id: number]>(
    `caller-and-${name}`,
    (db) =>
      sql<FoundCaller>`
      select ${ofKey}, projects.id as project_id, projects.organization_id, membership.level,
        ${isVisible} as is_visible, ${columns}
      from ${fromKey}
      left join projects on projects.id = ${statementPlaceholder(2, 'integer')}
      left join memberships as membership
        on membership.organization_id = projects.organization_id and membership.user_id = users.id
      left join ${sql.table(table)} as ${sql.table(name)}
        on ${sql.ref(`${name}.project_id`)} = projects.id and ${sql.ref(`${name}.id`)} = ${statementPlaceholder(3, 'integer')}
        and membership.level is not null and ${isVisible}
      where ${whereKey}`.compile(db),
  )
}
