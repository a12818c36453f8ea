import { answered, status } from '../../edits.ts'
import type { Fault } from '../../fault.ts'
import { contentOf, crashes, hasAstral, hasControl } from '../../laxities.ts'

/**
 * Requests in unusual forms to the reference service: other media types, odd characters, huge numbers,
 * conditions. Reported separately.
 */
export const unseenRequests: readonly Fault[] = [
  {
    id: 'invite-in-xml-500',
    rule: 'negative',
    kind: 'content-types',
    clause: 'createInvite/responses/415',
    does: 'A body of another type than JSON answers 500.',
    operations: ['createInvite'],
    make: answered([415], status(500)),
  },
  {
    id: 'emoji-in-name-500',
    rule: 'lifecycle',
    kind: 'characters',
    clause: 'RFC 8259, 8.1',
    does: 'A name with characters beyond the basic plane answers 500.',
    operations: ['createOrganization'],
    make: crashes((call) => hasAstral(contentOf(call))),
  },
  {
    id: 'control-in-plugin-500',
    rule: 'negative',
    kind: 'characters',
    clause: 'RFC 9110, 15.6.1',
    does: 'A control character in the body answers 500.',
    operations: ['createPipelineDestination'],
    make: crashes((call) => hasControl(contentOf(call))),
  },
  {
    id: 'two-filters-500',
    rule: 'list-protocol',
    kind: 'odd-pairs',
    clause: 'listPersons/responses/200',
    does: 'Persons with an address and a search answer 500.',
    operations: ['listPersons'],
    make: crashes(({ query }) => query.has('email') && query.has('search')),
  },
]
