import { accepts, acceptsFields, answered, cutting, status, uniqueDomain, without } from '../edits.ts'
import { jsonOf, withHeaders, withJson } from '../exchange.ts'
import type { Fault } from '../fault.ts'
import { refusesYetWrites } from '../stateful.ts'

const rule = 'negative'

/** Invalid requests that are not rejected as documented. Reported separately. */
export const unseenNegative: readonly Fault[] = [
  {
    id: 'organization-name-too-long',
    rule,
    clause: '#/components/schemas/WritableOrganization/properties/name/maxLength',
    does: 'A name that is too long is cut instead of refused.',
    operations: ['createOrganization'],
    make: acceptsFields(cutting('name', 64)),
  },
  {
    id: 'organization-flag-text',
    rule,
    clause: '#/components/schemas/CreateOrganization/properties/is_member_join_email_enabled/type',
    does: 'A flag that is no boolean counts as true.',
    operations: ['createOrganization', 'updateOrganization'],
    make: acceptsFields((fields) =>
      typeof fields['is_member_join_email_enabled'] === 'boolean' ||
      !('is_member_join_email_enabled' in fields)
        ? undefined
        : { ...fields, is_member_join_email_enabled: true },
    ),
  },
  {
    id: 'domain-missing',
    rule,
    clause: '#/components/schemas/CreateDomain/required',
    does: 'A domain without its name is created.',
    operations: ['createDomain'],
    make: acceptsFields((fields) => ('domain' in fields ? undefined : { ...fields, domain: uniqueDomain() })),
  },
  {
    id: 'sso-enum-ignored',
    rule,
    clause: '#/components/schemas/WritableDomain/properties/sso_enforcement/enum',
    does: 'An unknown provider is taken.',
    operations: ['updateDomain', 'createDomain'],
    make: acceptsFields((fields) =>
      typeof fields['sso_enforcement'] === 'string' ? without('sso_enforcement')(fields) : undefined,
    ),
  },
  {
    id: 'export-destination-missing',
    rule,
    clause: '#/components/schemas/CreateBatchExport/required',
    does: 'A batch export is created without a destination.',
    operations: ['createBatchExport'],
    make: acceptsFields((fields) =>
      'destination' in fields ? undefined : { ...fields, destination: { type: 'NoOp', config: {} } },
    ),
  },
  {
    id: 'invite-level-enum',
    rule,
    clause: '#/components/schemas/CreateInvite/properties/level/enum',
    does: 'A level that does not exist becomes the lowest.',
    operations: ['createInvite'],
    make: acceptsFields((fields) => ('level' in fields ? { ...fields, level: 1 } : undefined)),
  },
  {
    id: 'array-for-object',
    rule,
    clause: '#/components/schemas/UpdateOrganization/type',
    does: 'An array in place of an object counts as an empty update.',
    operations: ['updateOrganization'],
    make: accepts((call) => (Array.isArray(jsonOf(call)) ? withJson(call, {}) : undefined)),
  },
  {
    id: 'error-body-html',
    rule,
    clause: 'updateBatchExport/responses/400',
    does: 'The body of a 400 is HTML.',
    operations: ['updateBatchExport'],
    make: answered([400], (reply) =>
      withHeaders({ ...reply, body: Buffer.from('<h1>Bad Request</h1>') }, { 'content-type': 'text/html' }),
    ),
  },
  {
    id: 'refused-with-422',
    rule,
    clause: 'createOrganization/responses',
    does: 'What is not valid answers 422, which is not documented.',
    operations: ['createOrganization'],
    make: answered([400], status(422)),
  },
  {
    id: 'refused-yet-created-organization',
    rule,
    clause: 'createOrganization',
    does: 'A refused creation creates an organization.',
    operations: ['createOrganization'],
    make: refusesYetWrites((call) => withJson(call, { name: 'Refused' })),
  },
  {
    id: 'refused-yet-updated-export',
    rule,
    clause: 'updateBatchExport',
    does: 'A refused update changes the interval.',
    operations: ['updateBatchExport'],
    make: refusesYetWrites((call) => withJson(call, { interval: 'week' })),
  },
]
