import type { Fault } from '../fault.ts'
import { storesReadOnly } from '../stateful.ts'

const rule = 'read-only'

/** Values set by the service that a client can overwrite. */
export const readOnly: readonly Fault[] = [
  {
    id: 'organization-slug-writable',
    rule,
    clause: '#/components/schemas/Organization/properties/slug/readOnly',
    does: 'The slug of an organization can be written.',
    operations: ['createOrganization', 'updateOrganization', 'getOrganization'],
    make: storesReadOnly('slug'),
  },
  {
    id: 'organization-member-count-writable',
    rule,
    clause: '#/components/schemas/Organization/properties/member_count/readOnly',
    does: 'The number of members can be written.',
    operations: ['createOrganization', 'updateOrganization', 'getOrganization'],
    make: storesReadOnly('member_count'),
  },
  {
    id: 'organization-created-at-writable',
    rule,
    clause: '#/components/schemas/Organization/properties/created_at/readOnly',
    does: 'The time of creation of an organization can be written.',
    operations: ['createOrganization', 'updateOrganization', 'getOrganization'],
    make: storesReadOnly('created_at'),
  },
  {
    id: 'organization-customer-writable',
    rule,
    clause: '#/components/schemas/Organization/properties/customer_id/readOnly',
    does: 'The customer of an organization can be changed by an update.',
    operations: ['updateOrganization', 'getOrganization'],
    make: storesReadOnly('customer_id'),
  },
  {
    id: 'domain-verified-writable',
    rule,
    clause: '#/components/schemas/Domain/properties/is_verified/readOnly',
    does: 'A client can say that a domain is verified.',
    operations: ['createDomain', 'updateDomain', 'getDomain'],
    make: storesReadOnly('is_verified'),
  },
  {
    id: 'domain-challenge-writable',
    rule,
    clause: '#/components/schemas/Domain/properties/verification_challenge/readOnly',
    does: 'A client chooses the challenge of a new domain.',
    operations: ['createDomain', 'getDomain'],
    make: storesReadOnly('verification_challenge'),
  },
  {
    id: 'domain-has-saml-writable',
    rule,
    clause: '#/components/schemas/Domain/properties/has_saml/readOnly',
    does: '`has_saml` can be written.',
    operations: ['updateDomain', 'getDomain'],
    make: storesReadOnly('has_saml'),
  },
  {
    id: 'invite-expired-writable',
    rule,
    clause: '#/components/schemas/Invite/properties/is_expired/readOnly',
    does: 'A new invite can be expired already.',
    operations: ['createInvite'],
    make: storesReadOnly('is_expired'),
  },
  {
    id: 'plugin-organization-writable',
    rule,
    clause: '#/components/schemas/Plugin/properties/organization_name/readOnly',
    does: "The name of a plugin's organization can be written.",
    operations: ['createPipelineDestination', 'updatePipelineDestination', 'getPipelineDestination'],
    make: storesReadOnly('organization_name'),
  },
]
