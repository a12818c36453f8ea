import { answered, status } from '../edits.ts'
import type { Fault } from '../fault.ts'
import { ignoresScopes, refusesNarrowKeys } from '../identities.ts'

const rule = 'scopes'

/** Keys that allow more or less than their scopes do. Reported separately. */
export const unseenScopes: readonly Fault[] = [
  {
    id: 'scope-delete-domain',
    rule,
    clause: 'deleteDomain/security',
    does: 'A key without `organization:write` deletes domains.',
    operations: ['deleteDomain'],
    make: ignoresScopes,
  },
  {
    id: 'scope-create-export',
    rule,
    clause: 'createBatchExport/security',
    does: 'A key without `batch_export:write` creates batch exports.',
    operations: ['createBatchExport'],
    make: ignoresScopes,
  },
  {
    id: 'scope-create-invite',
    rule,
    clause: 'createInvite/security',
    does: 'A key without `organization_member:write` invites.',
    operations: ['createInvite'],
    make: ignoresScopes,
  },
  {
    id: 'scope-person-activity',
    rule,
    clause: 'listPersonsActivity/security',
    does: 'A key without `activity_log:read` reads the activity on persons.',
    operations: ['listPersonsActivity'],
    make: ignoresScopes,
  },
  {
    id: 'scope-missing-404',
    rule,
    clause: 'getDomain/responses/403',
    does: 'A key without the scope gets 404 instead of 403.',
    operations: ['getDomain'],
    make: answered([403], status(404)),
  },
  {
    id: 'scope-read-serves-write',
    rule,
    clause: 'updateDomain/security',
    does: 'A key that may only read updates domains.',
    operations: ['updateDomain'],
    make: ignoresScopes,
  },
  {
    id: 'scope-narrow-refused',
    rule,
    clause: 'listDomains/security',
    does: 'A key with exactly the documented scope is refused.',
    operations: ['listDomains'],
    make: refusesNarrowKeys,
  },
  {
    id: 'scope-narrow-refused-write',
    rule,
    clause: 'createOrganization/security',
    does: 'A key with exactly the documented scope may not create.',
    operations: ['createOrganization'],
    make: refusesNarrowKeys,
  },
]
