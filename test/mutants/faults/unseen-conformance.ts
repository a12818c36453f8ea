import { answered, change, changeText, listed, set, shown, status, succeeded, without } from '../edits.ts'
import { withHeaders } from '../exchange.ts'
import type { Fault } from '../fault.ts'
import { failsEvery } from '../stateful.ts'

const rule = 'conformance'

/** Responses that differ from their description in the document. Reported separately. */
export const unseenConformance: readonly Fault[] = [
  {
    id: 'organization-created-with-200',
    rule,
    clause: 'createOrganization/responses/201',
    does: 'Creating an organization answers 200 instead of 201.',
    operations: ['createOrganization'],
    make: answered([201], status(200)),
  },
  {
    id: 'domain-deleted-with-202',
    rule,
    clause: 'deleteDomain/responses/204',
    does: 'Deleting a domain answers 202 without content.',
    operations: ['deleteDomain'],
    make: answered([204], status(202)),
  },
  {
    id: 'domain-as-text',
    rule,
    clause: 'getDomain/responses/200',
    does: 'A domain comes as text/plain.',
    operations: ['getDomain'],
    make: succeeded((reply) => withHeaders(reply, { 'content-type': 'text/plain; charset=utf-8' })),
  },
  {
    id: 'export-without-content-type',
    rule,
    clause: 'RFC 9110, 8.3',
    does: 'A batch export comes without Content-Type.',
    operations: ['getBatchExport'],
    make: succeeded((reply) => withHeaders(reply, { 'content-type': undefined })),
  },
  {
    id: 'listed-domain-without-has-saml',
    rule,
    clause: '#/components/schemas/Domain/required',
    does: 'Domains are listed without `has_saml`.',
    operations: ['listDomains'],
    make: listed((items) => items.map(without('has_saml'))),
  },
  {
    id: 'paused-a-text',
    rule,
    clause: '#/components/schemas/BatchExport/properties/paused/type',
    does: '`paused` is the text "true" or "false".',
    operations: ['getBatchExport'],
    make: shown(change('paused', String)),
  },
  {
    id: 'sso-unknown-value',
    rule,
    clause: '#/components/schemas/Domain/properties/sso_enforcement/enum',
    does: 'A domain that enforces nothing says "none", which is no allowed value.',
    operations: ['getDomain'],
    make: shown(set({ sso_enforcement: 'none' })),
  },
  {
    id: 'invite-message-missing-when-null',
    rule,
    clause: '#/components/schemas/Invite/required',
    does: 'Members that are null are left out of an invite.',
    operations: ['createInvite'],
    make: shown((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))),
  },
  {
    id: 'challenge-too-short',
    rule,
    clause: '#/components/schemas/Domain/properties/verification_challenge/pattern',
    does: 'The challenge is cut to 42 characters.',
    operations: ['createDomain'],
    make: shown(changeText('verification_challenge', (text) => text.slice(0, -1))),
  },
  {
    id: 'latest-runs-null',
    rule,
    clause: '#/components/schemas/BatchExport/properties/latest_runs/type',
    does: 'An export without runs has null in place of an empty list.',
    operations: ['createBatchExport'],
    make: shown(change('latest_runs', () => null)),
  },
  {
    id: 'teams-as-ids',
    rule,
    clause: '#/components/schemas/Organization/properties/teams/items/type',
    does: 'The teams of an organization are numbers instead of objects.',
    operations: ['getOrganization'],
    make: shown(change('teams', (teams) => (teams as { id: number }[]).map(({ id }) => id))),
  },
  {
    id: 'export-in-envelope',
    rule,
    clause: 'getBatchExport/responses/200',
    does: 'A batch export is wrapped in `data`.',
    operations: ['getBatchExport'],
    make: shown((fields) => ({ data: fields })),
  },
  {
    id: 'organization-every-third-fails',
    rule,
    clause: 'getOrganization/responses/200',
    does: 'Every third read of an organization answers 500.',
    operations: ['getOrganization'],
    make: failsEvery(3),
  },
]
