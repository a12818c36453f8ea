import { answered, instead, malformedFails, status, without } from '../edits.ts'
import { fieldsOf, withJson } from '../exchange.ts'
import type { Fault } from '../fault.ts'

const rule = 'unknown-id'

/** Wrong responses for items that do not exist. Reported separately. */
export const unseenUnknownId: readonly Fault[] = [
  {
    id: 'unknown-organization-500',
    rule,
    clause: 'getOrganization/responses/404',
    does: 'An unknown organization answers 500.',
    operations: ['getOrganization'],
    make: answered([404], status(500)),
  },
  {
    id: 'unknown-export-null',
    rule,
    clause: 'getBatchExport/responses/404',
    does: 'An unknown batch export answers 200 with null.',
    operations: ['getBatchExport'],
    make: answered([404], instead(200, null)),
  },
  {
    id: 'unknown-export-updated',
    rule,
    clause: 'updateBatchExport/responses/404',
    does: 'Updating an unknown batch export answers 200 with what was sent.',
    operations: ['updateBatchExport'],
    make: answered([404], (reply, call) => withJson(status(200)(reply), fieldsOf(call))),
  },
  {
    id: 'unknown-organization-lists-nothing',
    rule,
    clause: 'listDomains/responses/404',
    does: 'The domains of an unknown organization are an empty page.',
    operations: ['listDomains'],
    make: answered([404], instead(200, { count: 0, next: null, previous: null, results: [] })),
  },
  {
    id: 'unknown-export-paused',
    rule,
    clause: 'pauseBatchExport/responses/404',
    does: 'Pausing an unknown export answers 200.',
    operations: ['pauseBatchExport'],
    make: answered([404], instead(200, { paused: true })),
  },
  {
    id: 'unknown-domain-other-error',
    rule,
    clause: '#/components/schemas/Error/required',
    does: 'The error for an unknown domain has no code.',
    operations: ['getDomain'],
    make: answered([404], (reply) => withJson(reply, without('code')(fieldsOf(reply)))),
  },
  {
    id: 'unknown-person-other',
    rule,
    clause: 'getPerson/responses/404',
    does: 'An unknown person answers 200 with another one.',
    operations: ['getPerson'],
    make: answered(
      [404],
      instead(200, {
        id: 1,
        name: 'Person',
        distinct_ids: ['person'],
        properties: {},
        created_at: '2020-01-01T00:00:00Z',
        uuid: 'ce2d23b5-26e2-4a0c-9d8c-2f8f5a3b0f11',
      }),
    ),
  },
  {
    id: 'malformed-id-500',
    rule,
    clause: 'getDomain/responses/404',
    does: 'An id that is no UUID answers 500.',
    operations: ['getDomain', 'deleteDomain', 'updateDomain'],
    make: malformedFails,
  },
]
