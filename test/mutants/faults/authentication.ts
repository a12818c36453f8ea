import { answered, status } from '../edits.ts'
import { replyOf, withHeaders, withJson } from '../exchange.ts'
import type { Fault } from '../fault.ts'
import { admitsUnknown } from '../identities.ts'

const rule = 'authentication'

/** Callers without a valid key who get something other than a 401. */
export const authentication: readonly Fault[] = [
  {
    id: 'no-key-reads',
    rule,
    clause: 'getOrganization/security',
    does: 'An organization is read without a key.',
    operations: ['getOrganization'],
    make: admitsUnknown((call) => call.headers['authorization'] === undefined),
  },
  {
    id: 'no-key-creates',
    rule,
    clause: 'createOrganization/security',
    does: 'An organization is created without a key.',
    operations: ['createOrganization'],
    make: admitsUnknown((call) => call.headers['authorization'] === undefined),
  },
  {
    id: 'no-key-deletes',
    rule,
    clause: 'deleteDomain/security',
    does: 'A domain is deleted without a key.',
    operations: ['deleteDomain'],
    make: admitsUnknown((call) => call.headers['authorization'] === undefined),
  },
  {
    id: 'any-key-reads',
    rule,
    clause: 'getBatchExport/security',
    does: 'A batch export is read with any key.',
    operations: ['getBatchExport'],
    make: admitsUnknown((call) => /^bearer ./i.test(call.headers['authorization'] ?? '')),
  },
  {
    id: 'any-scheme-lists',
    rule,
    clause: 'listOrganizations/security',
    does: 'Organizations are listed with any other scheme than bearer.',
    operations: ['listOrganizations'],
    make: admitsUnknown((call) => /^(?!bearer)\S/i.test(call.headers['authorization'] ?? '')),
  },
  {
    id: 'basic-reads',
    rule,
    clause: 'getDomain/security',
    does: 'A domain is read with Basic authentication of anyone.',
    operations: ['getDomain'],
    make: admitsUnknown((call) => /^basic /i.test(call.headers['authorization'] ?? '')),
  },
  {
    id: 'no-key-500',
    rule,
    clause: 'listProjects/responses/401',
    does: 'A request without a key answers 500.',
    operations: ['listProjects'],
    make: answered([401], status(500)),
  },
  {
    id: 'no-key-redirected',
    rule,
    clause: 'getOrganization/responses/401',
    does: 'A request without a key is sent to a page for logging in.',
    operations: ['getOrganization'],
    make: answered([401], () => withHeaders(replyOf(302), { location: '/login' })),
  },
  {
    id: 'unknown-key-404',
    rule,
    clause: 'getBatchExport/responses/401',
    does: 'A batch export answers 404 to an unknown key.',
    operations: ['getBatchExport'],
    make: answered([401], status(404)),
  },
  {
    id: 'refusal-without-schema',
    rule,
    clause: '#/components/schemas/Error',
    does: 'The body of a 401 is a text in JSON.',
    operations: ['listBatchExports'],
    make: answered([401], (reply) => withJson(reply, 'Unauthorized')),
  },
  {
    id: 'key-in-query',
    rule,
    clause: 'listPersons/security',
    does: 'Persons are listed without a key.',
    operations: ['listPersons'],
    make: admitsUnknown((call) => call.headers['authorization'] === undefined),
  },
]
