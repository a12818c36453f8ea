import { request } from '../../edits.ts'
import { withQuery } from '../../exchange.ts'
import type { Fault } from '../../fault.ts'
import { crashes, hasControl, hasHugeInteger, pathOf, queryOf, readsAs, refuses } from '../../laxities.ts'

/**
 * Requests in unusual forms to the reference service: other media types, odd characters, huge numbers,
 * conditions.
 */
export const requests: readonly Fault[] = [
  {
    id: 'organization-in-plain-text',
    rule: 'negative',
    kind: 'content-types',
    clause: 'createOrganization/requestBody/content',
    does: 'A body that is said to be text/plain is read as JSON.',
    operations: ['createOrganization'],
    make: readsAs('application/json', (type) => /^text\/plain/.test(type ?? '')),
  },
  {
    id: 'domain-in-any-type',
    rule: 'negative',
    kind: 'content-types',
    clause: 'updateDomain/requestBody/content',
    does: 'JSON is read whatever type is named.',
    operations: ['updateDomain'],
    make: readsAs('application/json', (type) => type !== undefined),
  },
  {
    id: 'csv-not-offered',
    rule: 'conformance',
    kind: 'media-types',
    clause: '#/components/parameters/Format',
    does: '`format=csv` answers JSON.',
    operations: ['listPersons'],
    make: request((call) =>
      call.query.get('format') === 'csv' ? withQuery(call, { format: undefined }) : call,
    ),
  },
  {
    id: 'csv-500',
    rule: 'conformance',
    kind: 'media-types',
    clause: 'listPersons/responses/200/content',
    does: '`format=csv` answers 500.',
    operations: ['listPersons'],
    make: crashes((call) => call.query.get('format') === 'csv'),
  },
  {
    id: 'example-of-backfill-refused',
    rule: 'negative',
    kind: 'examples',
    clause: '#/components/schemas/BackfillBatchExport/properties/start_at/examples',
    does: 'A backfill from July 2024 is refused as too old.',
    operations: ['backfillBatchExport'],
    make: refuses(({ start_at: start }) => String(start).startsWith('2024-07-01'), { start_at: 'too old' }),
  },
  {
    id: 'control-in-search-500',
    rule: 'negative',
    kind: 'characters',
    clause: 'RFC 9110, 15.6.1',
    does: 'A control character in the query answers 500.',
    operations: ['listPersons'],
    make: crashes((call) => hasControl(queryOf(call))),
  },
  {
    id: 'control-in-path-500',
    rule: 'unknown-id',
    kind: 'characters',
    clause: 'RFC 9110, 15.6.1',
    does: 'A control character in the path answers 500.',
    operations: ['getDomain'],
    make: crashes((call) => hasControl(pathOf(call))),
  },
  {
    id: 'offset-beyond-int64-500',
    rule: 'negative',
    kind: 'int64',
    clause: 'RFC 9110, 15.6.1',
    does: 'An offset beyond 64 bits answers 500.',
    operations: ['listDomains'],
    make: crashes((call) => hasHugeInteger(queryOf(call))),
  },
  {
    id: 'person-id-beyond-int64-500',
    rule: 'unknown-id',
    kind: 'int64',
    clause: 'getPerson/responses/404',
    does: 'The id of a person beyond 64 bits answers 500.',
    operations: ['getPerson'],
    make: crashes((call) => hasHugeInteger(call.parameters['id'] ?? '')),
  },
  {
    id: 'logs-of-no-time-500',
    rule: 'negative',
    kind: 'odd-pairs',
    clause: 'listBatchExportLogs/responses/200',
    does: 'Log entries after a time and before an earlier one answer 500.',
    operations: ['listBatchExportLogs'],
    make: crashes(
      ({ query }) => Date.parse(query.get('after') ?? '') > Date.parse(query.get('before') ?? ''),
    ),
  },
]
