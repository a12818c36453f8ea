import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'lifecycle',
  { grade: 'derived', weight: 'lost data' },
  {
    created: 'The response, a read and the list show a created item with the values sent.',
    location: {
      weight: 'header',
      asserts:
        'The `Location` of a 201 leads to the created item on the same host; that of a 202 leads to a resource.',
    },
    'repeated-create':
      'Two identical requests that get 201 create two items, unless the document says otherwise.',
    'stays-deleted': 'A change does not bring a deleted item back, except a PUT that reports a new one.',
    'idempotency-key':
      'A repeated idempotency key creates nothing more, and does not return the first response to another body.',
    'idempotency-key-mended': 'After a refusal, the corrected request may reuse its idempotency key.',
    'idempotency-key-of-others': {
      weight: "others' data",
      asserts: "Tenants with the same idempotency key do not get each other's items.",
    },
    deleted: 'No read or list shows a deleted item.',
    'deleted-again': 'A second DELETE of an item causes no server error.',
    updated: 'The response, a fresh read and the list show each property that a PATCH changes.',
    'other-members': 'A PATCH changes only the properties it names.',
    replaced: 'A PUT stores the values it sends.',
    idempotent: 'A repeated PUT succeeds and leaves the same state.',
    'replaced-status': {
      weight: 'status',
      asserts: 'A PUT that replaces an existing item returns 200 or 204, not 201.',
    },
    omitted: 'A property that a PUT leaves out does not keep its value.',
    'if-match':
      'With documented `If-Match`, a write succeeds only with the current entity tag; others get 412.',
    'refused-change': 'A refused change changes no property.',
    'sent-back': 'A change with the values just read leaves them all the same.',
    time: 'If one change updates a timestamp, so does the next.',
    'entity-tag': 'A changed item has a new entity tag, which all responses agree on.',
    'open-objects':
      'A PATCH of a map merges with the stored entries or replaces them, as its response shows. A merge patch always merges, and `null` removes an entry.',
  },
)
