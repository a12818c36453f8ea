import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { recordActivities, recordActivity } from '../activity/activity.ts'
import { changesBetween, creationOf, deletionOf } from '../activity/changes.ts'
import type { ActivityChange } from '../activity/tables.ts'
import { countAll } from '../database/count-all.ts'
import { inTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { assertLevel, isTenantUuid, levels, type Tenant } from '../tenancy/tenancy.ts'
import type { Page, Slice } from '../values/pagination.ts'
import { isChallengePublished, makeDomainChallenge } from './challenge.ts'
import type { ChallengeResolver } from './parts.ts'
import { domainRefusals } from './refusals.ts'
import type { Domain, SsoEnforcement } from './tables.ts'

/** Properties of a domain that a caller can set. */
export interface DomainFields {
  readonly domain?: string | undefined
  readonly jit_provisioning_enabled?: boolean | undefined
  readonly sso_enforcement?: SsoEnforcement | undefined
  readonly saml_entity_id?: string | null | undefined
  readonly saml_acs_url?: string | null | undefined
  readonly saml_x509_cert?: string | null | undefined
}

/** A domain as the organization's members see it. @see interface document, section 2.4 */
export interface DomainView
  extends Omit<Domain, 'organization_id' | 'last_verification_retry' | 'created_at'> {
  readonly is_verified: boolean
  readonly has_saml: boolean
}

/** Identifies one of a tenant's domains. */
export interface DomainOfTenant {
  readonly tenant: Tenant
  readonly id: string
}

/** Lists a tenant's domains in order of name. */
export async function listDomains(
  db: Kysely<Database>,
  { tenant, slice }: { tenant: Tenant; slice: Slice },
): Promise<Page<DomainView>> {
  const { count } = await domainsOf(db, tenant).select(countAll).executeTakeFirstOrThrow()
  const rows = await domainsOf(db, tenant)
    .selectAll()
    .orderBy(sql`domain collate "C"`)
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: rows.map(viewDomain) }
}

/**
 * Adds an unverified domain. Properties that need a verified domain are ignored. Requires an administrator.
 */
export async function createDomain(
  db: Kysely<Database>,
  { tenant, fields }: { tenant: Tenant; fields: DomainFields & { readonly domain: string } },
): Promise<DomainView> {
  assertLevel(tenant, levels.administrator)
  assertDomain(fields.domain)
  return await inTransaction(db, async (transaction) => {
    await assertUnowned(transaction, fields.domain)
    const insert = transaction.insertInto('domains').values({
      ...saml(fields),
      organization_id: tenant.organizationId,
      domain: fields.domain,
      verification_challenge: makeDomainChallenge(),
    })
    const domain = await refuseTaken(insert.returningAll().executeTakeFirstOrThrow())
    const changes = creationOf(scope, { domain: domain.domain, ...saml(domain) })
    await recordDomain(transaction, { tenant, domain, activity: 'created', changes })
    return viewDomain(domain)
  })
}

export async function getDomain(db: Kysely<Database>, { tenant, id }: DomainOfTenant): Promise<DomainView> {
  return viewDomain(await findDomain(domainsOf(db, tenant).selectAll(), id))
}

/**
 * Changes a domain. Requires an administrator. If the name changes, the domain is no longer verified, and
 * loses the rights of a verified domain.
 */
export async function updateDomain(
  db: Kysely<Database>,
  { tenant, id, fields }: DomainOfTenant & { fields: DomainFields },
): Promise<DomainView> {
  assertLevel(tenant, levels.administrator)
  return await inTransaction(db, async (transaction) => {
    const domain = await findDomain(domainsOf(transaction, tenant).selectAll().forUpdate(), id)
    const { domain: name = domain.domain, jit_provisioning_enabled, sso_enforcement } = fields
    if (name !== domain.domain) assertDomain(name)
    const isVerified = domain.verified_at !== null && name === domain.domain
    if (!isVerified) assertUntouched({ jit_provisioning_enabled, sso_enforcement })
    if (name !== domain.domain) await assertUnowned(transaction, name)
    const update = transaction
      .updateTable('domains')
      .set({ ...saml(fields), domain: name })
      .set(isVerified ? { jit_provisioning_enabled, sso_enforcement } : unverified)
      .where('organization_id', '=', tenant.organizationId)
      .where('id', '=', domain.id)
    const after = await refuseTaken(update.returningAll().executeTakeFirstOrThrow())
    const changes = changesBetween<Domain>(scope, { before: domain, after, fields: loggedFields })
    await recordDomain(transaction, { tenant, domain: after, activity: 'updated', changes })
    return viewDomain(after)
  })
}

const unverified = { verified_at: null, jit_provisioning_enabled: false, sso_enforcement: '' } as const

/** Removes a domain. Requires an administrator. */
export async function deleteDomain(db: Kysely<Database>, { tenant, id }: DomainOfTenant): Promise<void> {
  assertLevel(tenant, levels.administrator)
  await inTransaction(db, async (transaction) => {
    const domain = await findDomain(domainsOf(transaction, tenant).selectAll().forUpdate(), id)
    await transaction
      .deleteFrom('domains')
      .where('organization_id', '=', tenant.organizationId)
      .where('id', '=', domain.id)
      .execute()
    const changes = deletionOf(scope, { domain: domain.domain, ...saml(domain) })
    await recordDomain(transaction, { tenant, domain, activity: 'deleted', changes })
  })
}

/**
 * Verifies a domain if its challenge is published. Otherwise, only the time of the attempt is stored, without
 * an error. Verification removes other organizations' unverified claims. Requires an administrator.
 * @throws Refusal if the domain is already verified, or if the domain name system does not respond.
 */
export async function verifyDomain(
  db: Kysely<Database>,
  { tenant, id, resolver }: DomainOfTenant & { resolver: ChallengeResolver },
): Promise<DomainView> {
  assertLevel(tenant, levels.administrator)
  const domain = await findDomain(domainsOf(db, tenant).selectAll(), id)
  if (domain.verified_at !== null) throw new Refusal(domainRefusals.domainVerified)
  const published = await isChallengePublished(resolver, {
    domain: domain.domain,
    challenge: domain.verification_challenge,
  })
  return await inTransaction(db, async (transaction) => {
    const update = transaction
      .updateTable('domains')
      .set(published ? { verified_at: sql`now()` } : { last_verification_retry: sql`now()` })
      .where('organization_id', '=', tenant.organizationId)
      .where('id', '=', domain.id)
      .where('domain', '=', domain.domain) // the domain might have been renamed during the lookup
      .where('verified_at', 'is', null) // another request might have verified the domain and logged this
    const after = await refuseTaken(update.returningAll().executeTakeFirst())
    if (after === undefined) return await getDomain(transaction, { tenant, id })
    const changes = changesBetween<Domain>(scope, { before: domain, after, fields: ['verified_at'] })
    await recordDomain(transaction, { tenant, domain: after, activity: 'verified', changes })
    if (published) await displaceClaims(transaction, after)
    return viewDomain(after)
  })
}

/**
 * Removes other organizations' claims to a domain that its owner has verified, and logs this in each
 * organization.
 */
async function displaceClaims(db: Kysely<Database>, { organization_id, domain }: Domain): Promise<void> {
  const displaced = await db
    .deleteFrom('domains')
    .where('domain', '=', domain)
    .where('organization_id', '<>', organization_id)
    .returningAll()
    .execute()
  const entries = displaced.map((claim) => ({
    organizationId: claim.organization_id,
    user: undefined,
    scope,
    itemId: claim.id,
    activity: 'deleted',
    detail: { name: domain, changes: deletionOf(scope, { domain, ...saml(claim) }) },
  }))
  if (entries.length > 0) await recordActivities(db, entries)
}

/** @throws Refusal if any organization has verified the domain. */
async function assertUnowned(db: Kysely<Database>, domain: string): Promise<void> {
  const owned = db.selectFrom('domains').where('domain', '=', domain).where('verified_at', 'is not', null)
  if ((await owned.select('id').executeTakeFirst()) !== undefined)
    throw new Refusal(domainRefusals.domainTaken, 'domain')
}

const scope = 'OrganizationDomain' as const

/** The challenge is omitted: it is not secret, but means nothing to readers of the log. */
const loggedFields = [
  'domain',
  'verified_at',
  'jit_provisioning_enabled',
  'sso_enforcement',
  'saml_entity_id',
  'saml_acs_url',
  'saml_x509_cert',
] as const

interface DomainActivity {
  readonly tenant: Tenant
  readonly domain: Domain
  readonly activity: string
  /** Nothing is logged if this is empty. */
  readonly changes: readonly ActivityChange[]
}

async function recordDomain(
  db: Kysely<Database>,
  { tenant, domain, activity, changes }: DomainActivity,
): Promise<void> {
  if (changes.length === 0) return
  const { organizationId, caller: user } = tenant
  const detail = { name: domain.domain, changes }
  await recordActivity(db, { organizationId, user, scope, itemId: domain.id, activity, detail })
}

function domainsOf(db: Kysely<Database>, tenant: Tenant) {
  return db.selectFrom('domains').where('organization_id', '=', tenant.organizationId)
}

async function findDomain(
  query: SelectQueryBuilder<Database, 'domains', Domain>,
  id: string,
): Promise<Domain> {
  const domain = isTenantUuid(id) ? await query.where('id', '=', id).executeTakeFirst() : undefined
  if (domain === undefined) throw new Refusal(generalRefusals.notFound)
  return domain
}

const longestDomain = 128

/**
 * Lower-case labels of letters, digits and inner hyphens; the last label consists of at least two letters.
 */
const domainSyntax = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

function assertDomain(domain: string): void {
  if (domain.length > longestDomain || !domainSyntax.test(domain))
    throw new Refusal(domainRefusals.domainSyntax, 'domain')
}

function assertUntouched(fields: DomainFields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) throw new Refusal(domainRefusals.domainNotVerified, name)
  }
}

const uniqueViolation = '23505'

async function refuseTaken<Row>(write: Promise<Row>): Promise<Row> {
  try {
    return await write
  } catch (error) {
    const taken = error instanceof DatabaseError && error.code === uniqueViolation
    throw taken ? new Refusal(domainRefusals.domainTaken, 'domain') : error
  }
}

function saml({ saml_entity_id, saml_acs_url, saml_x509_cert }: DomainFields) {
  return { saml_entity_id, saml_acs_url, saml_x509_cert }
}

function viewDomain(row: Domain): DomainView {
  const { organization_id: _, last_verification_retry: __, created_at: ___, ...domain } = row
  const { saml_entity_id, saml_acs_url, saml_x509_cert } = domain
  return {
    ...domain,
    is_verified: domain.verified_at !== null,
    has_saml: Boolean(saml_entity_id && saml_acs_url && saml_x509_cert),
  }
}
