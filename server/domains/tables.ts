import type { Generated, Selectable } from 'kysely'
import type { Timestamp } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    domains: DomainTable
  }
}

interface DomainTable {
  organization_id: string
  id: Generated<string>
  domain: string
  verification_challenge: string
  verified_at: string | null
  last_verification_retry: string | null
  jit_provisioning_enabled: Generated<boolean>
  sso_enforcement: Generated<SsoEnforcement>
  saml_entity_id: string | null
  saml_acs_url: string | null
  saml_x509_cert: string | null
  created_at: Timestamp
}

/** Login method that a domain's users must use; empty if any method is allowed. */
export type SsoEnforcement = '' | 'saml' | 'google-oauth2' | 'github' | 'gitlab'

export type Domain = Selectable<DomainTable>
