import type { Fault } from '../../fault.ts'
import { revives, storesTheValidPart } from '../../memories.ts'
import { linksTo, listsAGhost } from '../../pages.ts'

/** Items, lists and callers that the reference service mixes up. Reported separately. */
export const unseenItems: readonly Fault[] = [
  {
    id: 'refused-organization-partly-stored',
    rule: 'lifecycle',
    kind: 'partial-refusals',
    clause: 'updateOrganization/responses/400',
    does: 'An update that is refused stores its valid members.',
    operations: ['updateOrganization'],
    make: storesTheValidPart,
  },
  {
    id: 'refused-export-partly-stored',
    rule: 'lifecycle',
    kind: 'partial-refusals',
    clause: 'updateBatchExport/responses/400',
    does: 'An update that is refused stores its valid members.',
    operations: ['updateBatchExport'],
    make: storesTheValidPart,
  },
  {
    id: 'update-revives-export',
    rule: 'lifecycle',
    kind: 'revivals',
    clause: 'updateBatchExport/responses/404',
    does: 'An update of a deleted batch export brings it back.',
    operations: ['updateBatchExport', 'getBatchExport', 'deleteBatchExport'],
    make: revives,
  },
  {
    id: 'ghost-domain-listed',
    rule: 'lifecycle',
    kind: 'unreadable-items',
    clause: 'getDomain/responses/200',
    does: 'A domain is listed that nobody can read.',
    operations: ['listDomains'],
    make: listsAGhost('00000000-0000-4000-8000-00000000dead'),
  },
  {
    id: 'next-names-another-port',
    rule: 'list-protocol',
    kind: 'hosts',
    clause: '#/components/schemas/Page/properties/next',
    does: 'The next page is at the port behind the proxy.',
    operations: ['listDomains'],
    make: linksTo((url) => {
      url.port = '1'
    }),
  },
]
