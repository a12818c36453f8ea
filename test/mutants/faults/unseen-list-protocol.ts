import { addressOf, addTo, change, changeText, listed, request, set, shifted, shown } from '../edits.ts'
import { withQuery } from '../exchange.ts'
import type { Fault } from '../fault.ts'

const rule = 'list-protocol'

/** Lists whose pages, counts, order or filters are wrong. Reported separately. */
export const unseenListProtocol: readonly Fault[] = [
  {
    id: 'limit-ignored',
    rule,
    clause: '#/components/parameters/Limit',
    does: 'The limit of organizations is ignored.',
    operations: ['listOrganizations'],
    make: request((call) => withQuery(call, { limit: undefined })),
  },
  {
    id: 'offset-one-less',
    rule,
    clause: '#/components/parameters/Offset',
    does: 'An offset of organizations skips one item too few.',
    operations: ['listOrganizations'],
    make: request((call) => (Number(call.query.get('offset')) > 0 ? addTo(call, 'offset', -1) : call)),
  },
  {
    id: 'next-always-null',
    rule,
    clause: '#/components/schemas/Page/properties/next',
    does: 'No page of domains has a next one.',
    operations: ['listDomains'],
    make: shown(set({ next: null })),
  },
  {
    id: 'next-same-page',
    rule,
    clause: '#/components/schemas/Page/properties/next',
    does: 'The next page of organizations is the same one.',
    operations: ['listOrganizations'],
    make: shown((page, call) => (page['next'] === null ? page : { ...page, next: addressOf(call) })),
  },
  {
    id: 'next-overlaps',
    rule,
    clause: '#/components/schemas/Page/properties/next',
    does: 'The next page of batch exports begins one item too early.',
    operations: ['listBatchExports'],
    make: shown(changeText('next', (text) => shifted(text, -1))),
  },
  {
    id: 'previous-same-page',
    rule,
    clause: '#/components/schemas/Page/properties/previous',
    does: 'The previous page of domains is the same one.',
    operations: ['listDomains'],
    make: shown((page, call) => (page['previous'] === null ? page : { ...page, previous: addressOf(call) })),
  },
  {
    id: 'count-one-more',
    rule,
    clause: '#/components/schemas/Page/properties/count',
    does: 'The count of batch exports is one too high.',
    operations: ['listBatchExports'],
    make: shown(change('count', (count) => Number(count) + 1)),
  },
  {
    id: 'count-zero',
    rule,
    clause: '#/components/schemas/Page/properties/count',
    does: 'The count of members is 0.',
    operations: ['listMembers'],
    make: shown(set({ count: 0 })),
  },
  {
    id: 'last-item-lost',
    rule,
    clause: 'listBatchExports',
    does: 'The last page lacks its last item.',
    operations: ['listBatchExports'],
    make: shown((page) =>
      page['next'] === null ? { ...page, results: (page['results'] as unknown[]).slice(0, -1) } : page,
    ),
  },
  {
    id: 'item-twice',
    rule,
    clause: 'listDomains',
    does: 'The first item of each page is there twice.',
    operations: ['listDomains'],
    make: listed((items) => [...items.slice(0, 1), ...items.slice(0, items.length > 1 ? -1 : undefined)]),
  },
  {
    id: 'filter-email-ignored',
    rule,
    clause: 'listPersons/parameters',
    does: 'The filter by e-mail address is ignored.',
    operations: ['listPersons'],
    make: request((call) => withQuery(call, { email: undefined })),
  },
  {
    id: 'filter-email-incomplete',
    rule,
    clause: 'listPersons/parameters',
    does: 'The filter by e-mail address never finds anyone.',
    operations: ['listPersons'],
    make: request((call) =>
      call.query.has('email') ? withQuery(call, { email: 'nobody@example.invalid' }) : call,
    ),
  },
  {
    id: 'invites-next-forgets-limit',
    rule,
    clause: '#/components/schemas/Page/properties/next',
    does: 'The address of the next page of invites forgets the limit.',
    operations: ['listInvites'],
    make: shown(changeText('next', (text) => text.replace(/limit=\d+&?/, ''))),
  },
]
