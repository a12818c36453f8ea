import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'lifecycle',
  { grade: 'derived', weight: 'lost data' },
  {
    created: 'The response, a read and the list show a created item with the sent values.',
    location: {
      weight: 'header',
      asserts:
        'The `Location` of a 201 leads to the created item on the same host, and that of a 202 to a resource.',
    },
    'repeated-create':
      'Two identical requests that get a 201 create two items, unless the document says otherwise.',
    'stays-deleted': 'No change restores a deleted item, except a PUT that returns 201.',
    'idempotency-key':
      'A request repeated with its idempotency key creates nothing; a different one does not get the item.',
    'idempotency-key-mended': 'After a rejection, the corrected request can reuse the idempotency key.',
    'idempotency-key-of-others': {
      weight: "others' data",
      asserts: "Tenants with the same idempotency key do not get each other's items.",
    },
    deleted: 'No read or list shows a deleted item.',
    freed: "A new item can reuse a deleted one's unique values.",
    'deleted-again': 'A second DELETE gets no server error, nor 403 instead of 404.',
    updated: 'The response, a fresh read and the list show each property that a PATCH changes.',
    'other-members': 'A PATCH changes only the properties it names.',
    replaced: 'A PUT stores the values in its body.',
    idempotent: 'A repeated PUT succeeds and leaves the same state.',
    'replaced-status': {
      weight: 'status',
      asserts: 'A PUT that replaces an item returns a documented 200 or 204, not 201.',
    },
    omitted: 'A property that a PUT omits does not keep its value.',
    'if-match': 'Where `If-Match` is documented, a write succeeds only with the current entity tag.',
    'refused-change': 'A rejected change changes nothing.',
    'sent-back': 'An update that is empty, or repeats the current values, changes nothing.',
    time: 'If one change updates a timestamp, so does the next. A creation time is in the right time zone.',
    'entity-tag': 'A changed item has a new entity tag, the same in all responses.',
    'open-objects':
      'A PATCH merges into a map or replaces it. A merge patch merges, and `null` removes an entry.',
  },
)
