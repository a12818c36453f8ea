import { answered, instead, request, status } from '../edits.ts'
import { withHeaders } from '../exchange.ts'
import type { Fault } from '../fault.ts'
import { admitsUnknown } from '../identities.ts'

const rule = 'authentication'

/** Callers without a valid key who get something other than a 401. Reported separately. */
export const unseenAuthentication: readonly Fault[] = [
  {
    id: 'no-key-lists',
    rule,
    clause: 'listDomains/security',
    does: 'Domains are listed without a key.',
    operations: ['listDomains'],
    make: admitsUnknown((call) => call.headers['authorization'] === undefined),
  },
  {
    id: 'any-key-updates',
    rule,
    clause: 'updateOrganization/security',
    does: 'An organization is updated with any key.',
    operations: ['updateOrganization'],
    make: admitsUnknown((call) => /^bearer ./i.test(call.headers['authorization'] ?? '')),
  },
  {
    id: 'no-key-403',
    rule,
    clause: 'listMembers/responses/401',
    does: 'A request without a key answers 403.',
    operations: ['listMembers'],
    make: answered([401], status(403)),
  },
  {
    id: 'no-key-empty-page',
    rule,
    clause: 'listInvites/responses/401',
    does: 'A request without a key lists nothing, with 200.',
    operations: ['listInvites'],
    make: answered([401], instead(200, { count: 0, next: null, previous: null, results: [] })),
  },
  {
    id: 'no-challenge',
    rule,
    clause: 'RFC 9110, 15.5.2',
    does: 'A 401 has no WWW-Authenticate.',
    operations: ['getOrganization', 'listOrganizations', 'createOrganization'],
    make: answered([401], (reply) => withHeaders(reply, { 'www-authenticate': undefined })),
  },
  {
    id: 'challenge-other-scheme',
    rule,
    clause: 'RFC 9110, 11.6.1',
    does: 'A 401 asks for Basic, which the service does not take.',
    operations: ['listDomains', 'getDomain'],
    make: answered([401], (reply) => withHeaders(reply, { 'www-authenticate': 'Basic realm="service"' })),
  },
  {
    id: 'scheme-case-sensitive',
    rule,
    clause: 'RFC 9110, 11.1',
    does: 'The scheme is refused unless it is written "Bearer".',
    operations: ['listOrganizations', 'getOrganization'],
    make: request((call) =>
      call.headers['authorization']?.startsWith('Bearer ')
        ? call
        : withHeaders(call, { authorization: undefined }),
    ),
  },
  {
    id: 'no-key-pauses',
    rule,
    clause: 'pauseBatchExport/security',
    does: 'An export is paused without a key.',
    operations: ['pauseBatchExport'],
    make: admitsUnknown((call) => call.headers['authorization'] === undefined),
  },
]
