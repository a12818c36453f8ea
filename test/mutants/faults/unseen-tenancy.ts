import type { Fault } from '../fault.ts'
import { ignoresParent, ignoresTenant, listsStrangers } from '../identities.ts'

const rule = 'tenancy'

/** Tenants that see, count or change each other's items. Reported separately. */
export const unseenTenancy: readonly Fault[] = [
  {
    id: 'foreign-organization-deleted',
    rule,
    clause: 'deleteOrganization/responses/403',
    does: "Another tenant's organization is deleted.",
    operations: ['deleteOrganization'],
    make: ignoresTenant,
  },
  {
    id: 'foreign-domain-created',
    rule,
    clause: 'createDomain/responses/403',
    does: "A domain is created in another tenant's organization.",
    operations: ['createDomain'],
    make: ignoresTenant,
  },
  {
    id: 'foreign-export-deleted',
    rule,
    clause: 'deleteBatchExport/responses/403',
    does: "Another tenant's batch export is deleted.",
    operations: ['deleteBatchExport'],
    make: ignoresTenant,
  },
  {
    id: 'foreign-trends',
    rule,
    clause: 'getPersonsTrends/responses/403',
    does: "Trends of another tenant's project are answered.",
    operations: ['getPersonsTrends'],
    make: ignoresTenant,
  },
  {
    id: 'foreign-projects-listed',
    rule,
    clause: 'listProjects',
    does: "The list shows other tenants' projects.",
    operations: ['listProjects'],
    make: listsStrangers(),
  },
  {
    id: 'other-parent-export-deleted',
    rule,
    clause: 'deleteBatchExport/responses/404',
    does: 'A batch export is deleted by way of another organization.',
    operations: ['deleteBatchExport'],
    watches: ['createBatchExport'],
    make: ignoresParent,
  },
  {
    id: 'other-parent-export-updated',
    rule,
    clause: 'updateBatchExport/responses/404',
    does: 'A batch export is updated by way of another organization.',
    operations: ['updateBatchExport'],
    watches: ['createBatchExport'],
    make: ignoresParent,
  },
]
