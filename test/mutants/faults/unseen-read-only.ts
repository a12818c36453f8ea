import type { Fault } from '../fault.ts'
import { storesReadOnly } from '../stateful.ts'

const rule = 'read-only'

/** Values set by the service that a client can overwrite. Reported separately. */
export const unseenReadOnly: readonly Fault[] = [
  {
    id: 'domain-verified-at-writable',
    rule,
    clause: '#/components/schemas/Domain/properties/verified_at/readOnly',
    does: 'A client can say when a domain was verified.',
    operations: ['updateDomain', 'getDomain'],
    make: storesReadOnly('verified_at'),
  },
  {
    id: 'export-team-writable',
    rule,
    clause: '#/components/schemas/BatchExport/properties/team_id/readOnly',
    does: 'The team of an export can be written.',
    operations: ['createBatchExport', 'updateBatchExport', 'getBatchExport'],
    make: storesReadOnly('team_id'),
  },
  {
    id: 'export-created-at-writable',
    rule,
    clause: '#/components/schemas/BatchExport/properties/created_at/readOnly',
    does: 'The time of creation of an export can be written.',
    operations: ['createBatchExport', 'getBatchExport'],
    make: storesReadOnly('created_at'),
  },
  {
    id: 'export-updated-at-writable',
    rule,
    clause: '#/components/schemas/BatchExport/properties/last_updated_at/readOnly',
    does: 'The time of the last change of an export can be written.',
    operations: ['updateBatchExport', 'getBatchExport'],
    make: storesReadOnly('last_updated_at'),
  },
  {
    id: 'plugin-latest-tag-writable',
    rule,
    clause: '#/components/schemas/Plugin/properties/latest_tag/readOnly',
    does: 'The latest tag of a frontend app can be written.',
    operations: ['updatePipelineFrontendApp', 'getPipelineFrontendApp'],
    make: storesReadOnly('latest_tag'),
  },
]
