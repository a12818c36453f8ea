import { answered, status } from '../edits.ts'
import type { Fault } from '../fault.ts'
import { ignoresScopes } from '../identities.ts'

const rule = 'scopes'

/** Keys that allow more or less than their scopes do. */
export const scopes: readonly Fault[] = [
  {
    id: 'scope-list-organizations',
    rule,
    clause: 'listOrganizations/security',
    does: 'A key without `organization:read` lists organizations.',
    operations: ['listOrganizations'],
    make: ignoresScopes,
  },
  {
    id: 'scope-create-organization',
    rule,
    clause: 'createOrganization/security',
    does: 'A key without `organization:write` creates organizations.',
    operations: ['createOrganization'],
    make: ignoresScopes,
  },
  {
    id: 'scope-update-organization',
    rule,
    clause: 'updateOrganization/security',
    does: 'A key without `organization:write` updates organizations.',
    operations: ['updateOrganization'],
    make: ignoresScopes,
  },
  {
    id: 'scope-list-exports',
    rule,
    clause: 'listBatchExports/security',
    does: 'A key without `batch_export:read` lists batch exports.',
    operations: ['listBatchExports'],
    make: ignoresScopes,
  },
  {
    id: 'scope-pause-export',
    rule,
    clause: 'pauseBatchExport/security',
    does: 'A key without `batch_export:write` pauses exports.',
    operations: ['pauseBatchExport'],
    make: ignoresScopes,
  },
  {
    id: 'scope-list-members',
    rule,
    clause: 'listMembers/security',
    does: 'A key without `organization_member:read` lists members.',
    operations: ['listMembers'],
    make: ignoresScopes,
  },
  {
    id: 'scope-list-persons',
    rule,
    clause: 'listPersons/security',
    does: 'A key without `person:read` lists persons.',
    operations: ['listPersons'],
    make: ignoresScopes,
  },
  {
    id: 'scope-cohorts',
    rule,
    clause: 'listPersonsCohorts/security',
    does: 'A key without one of two scopes lists cohorts.',
    operations: ['listPersonsCohorts'],
    make: ignoresScopes,
  },
  {
    id: 'scope-delete-plugin',
    rule,
    clause: 'deletePipelineDestination/security',
    does: 'A key without `plugin:write` deletes pipeline destinations.',
    operations: ['deletePipelineDestination'],
    make: ignoresScopes,
  },
  {
    id: 'scope-missing-401',
    rule,
    clause: 'getBatchExport/responses/403',
    does: 'A key without the scope gets 401 instead of 403.',
    operations: ['getBatchExport'],
    make: answered([403], status(401)),
  },
  {
    id: 'scope-missing-500',
    rule,
    clause: 'listProjects/responses/403',
    does: 'A key without the scope gets 500.',
    operations: ['listProjects'],
    make: answered([403], status(500)),
  },
]
