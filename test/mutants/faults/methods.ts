import { answered, headRefused, instead, request, status } from '../edits.ts'
import { withHeaders } from '../exchange.ts'
import type { Fault } from '../fault.ts'

const rule = 'methods'

/** Methods and paths that the document does not have. */
export const methods: readonly Fault[] = [
  {
    id: 'undocumented-method-404',
    rule,
    clause: 'RFC 9110, 15.5.6',
    does: 'An undocumented method on the organizations answers 404.',
    operations: ['listOrganizations', 'createOrganization'],
    make: answered([405], status(404)),
  },
  {
    id: 'undocumented-method-500',
    rule,
    clause: 'RFC 9110, 15.5.6',
    does: 'An undocumented method on a domain answers 500.',
    operations: ['getDomain', 'updateDomain', 'deleteDomain'],
    make: answered([405], status(500)),
  },
  {
    id: 'undocumented-method-200',
    rule,
    clause: 'RFC 9110, 15.5.6',
    does: 'An undocumented method on a batch export answers 200.',
    operations: ['getBatchExport', 'updateBatchExport', 'deleteBatchExport'],
    make: answered([405], instead(200, {})),
  },
  {
    id: 'undocumented-put-works',
    rule,
    clause: 'RFC 9110, 15.5.6',
    does: 'PUT on an organization updates it.',
    operations: ['getOrganization', 'updateOrganization', 'deleteOrganization'],
    make: request((call) => (call.method === 'PUT' ? { ...call, method: 'PATCH' } : call)),
  },
  {
    id: 'allow-empty',
    rule,
    clause: 'RFC 9110, 10.2.1',
    does: 'The Allow of a 405 on the invites names nothing.',
    operations: ['listInvites', 'createInvite'],
    make: answered([405], (reply) => withHeaders(reply, { allow: '' })),
  },
  {
    id: 'allow-incomplete',
    rule,
    clause: 'RFC 9110, 10.2.1',
    does: 'The Allow of a 405 on a domain lacks PATCH.',
    operations: ['getDomain', 'updateDomain', 'deleteDomain'],
    make: answered([405], (reply) => withHeaders(reply, { allow: 'GET, HEAD, DELETE, OPTIONS' })),
  },
  {
    id: 'allow-too-much',
    rule,
    clause: 'RFC 9110, 10.2.1',
    does: 'The Allow of a 405 on the batch exports names the refused method.',
    operations: ['listBatchExports', 'createBatchExport'],
    make: answered([405], (reply, call) => withHeaders(reply, { allow: `GET, POST, ${call.method}` })),
  },
  {
    id: 'head-refused',
    rule,
    clause: 'RFC 9110, 9.1',
    does: 'HEAD on the organizations answers 405, although GET is there.',
    operations: ['listOrganizations', 'createOrganization'],
    make: headRefused,
  },
]
