import { answered, instead, status } from '../edits.ts'
import { withHeaders } from '../exchange.ts'
import type { Fault } from '../fault.ts'

const rule = 'unknown-id'

/** Wrong responses for items that do not exist. */
export const unknownId: readonly Fault[] = [
  {
    id: 'unknown-domain-empty-200',
    rule,
    clause: 'getDomain/responses/404',
    does: 'An unknown domain answers 200 with an empty object.',
    operations: ['getDomain'],
    make: answered([404], instead(200, {})),
  },
  {
    id: 'unknown-domain-deleted',
    rule,
    clause: 'deleteDomain/responses/404',
    does: 'Deleting an unknown domain answers 204.',
    operations: ['deleteDomain'],
    make: answered([404], instead(204)),
  },
  {
    id: 'unknown-invite-410',
    rule,
    clause: 'deleteInvite/responses',
    does: 'Deleting an unknown invite answers 410, which is not documented.',
    operations: ['deleteInvite'],
    make: answered([404], status(410)),
  },
  {
    id: 'unknown-organization-html',
    rule,
    clause: 'getOrganization/responses/404',
    does: 'The answer for an unknown organization is an HTML page.',
    operations: ['getOrganization'],
    make: answered([404], (reply) =>
      withHeaders({ ...reply, body: Buffer.from('<h1>Not Found</h1>') }, { 'content-type': 'text/html' }),
    ),
  },
  {
    id: 'unknown-member-500',
    rule,
    clause: 'updateMember/responses/404',
    does: 'Changing an unknown member answers 500.',
    operations: ['updateMember'],
    make: answered([404], status(500)),
  },
  {
    id: 'unknown-project-500',
    rule,
    clause: 'listPersons/responses/404',
    does: 'The persons of an unknown project answer 500.',
    operations: ['listPersons'],
    make: answered([404], status(500)),
  },
  {
    id: 'unknown-plugin-500',
    rule,
    clause: 'getPipelineImportApp/responses/404',
    does: 'An unknown import app answers 500.',
    operations: ['getPipelineImportApp'],
    make: answered([404], status(500)),
  },
  {
    id: 'unknown-organization-creates',
    rule,
    clause: 'createBatchExport/responses/404',
    does: 'Creating a batch export in an unknown organization answers 500.',
    operations: ['createBatchExport'],
    make: answered([404], status(500)),
  },
]
