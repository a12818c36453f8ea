import { answered, request, slashRedirects, status } from '../edits.ts'
import { withHeaders } from '../exchange.ts'
import type { Fault } from '../fault.ts'

const rule = 'methods'

/** Methods and paths that the document does not have. Reported separately. */
export const unseenMethods: readonly Fault[] = [
  {
    id: 'no-allow',
    rule,
    clause: 'RFC 9110, 15.5.6',
    does: 'A 405 on the domains has no Allow.',
    operations: ['listDomains', 'createDomain'],
    make: answered([405], (reply) => withHeaders(reply, { allow: undefined })),
  },
  {
    id: 'slash-404',
    rule,
    clause: '#/info/description',
    does: 'The path with a slash at its end, which requests are shown with, answers 404.',
    operations: ['listOrganizations', 'createOrganization'],
    make: request((call) => (call.path.endsWith('/') ? { ...call, path: '/nowhere' } : call)),
  },
  {
    id: 'slash-redirects',
    rule,
    clause: '#/info/description',
    does: 'The path with a slash at its end redirects.',
    operations: ['listDomains', 'createDomain'],
    make: slashRedirects,
  },
  {
    id: 'method-on-action-404',
    rule,
    clause: 'RFC 9110, 15.5.6',
    does: 'GET on pausing answers 404 instead of 405.',
    operations: ['pauseBatchExport'],
    make: answered([405], status(404)),
  },
  {
    id: 'method-override',
    rule,
    clause: 'RFC 9110, 9.1',
    does: 'An undocumented method counts as GET.',
    operations: ['listMembers'],
    make: request((call) => (call.operationId === undefined ? { ...call, method: 'GET' } : call)),
  },
]
