import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'lifecycle',
  { grade: 'derived', weight: 'lost data' },
  {
    created: 'A created item is returned, readable and listed, each time with the values that were sent.',
    location: {
      weight: 'header',
      asserts:
        'The `Location` of a 201 leads to the created item, on the host that was called; that of a 202 leads somewhere.',
    },
    'repeated-create':
      'Two requests answered with 201 create two items, even if they are identical, unless the document says otherwise.',
    'stays-deleted': 'No change brings a deleted item back, except a PUT that reports a new one.',
    'idempotency-key':
      'If an idempotency key is documented, repeating a request with the same key creates nothing more, and another body is not treated as the same request.',
    'idempotency-key-mended':
      'A corrected request with the idempotency key of a refused one is not refused again.',
    'idempotency-key-of-others': {
      weight: "others' data",
      asserts: 'No tenant gets an item that another tenant created with the same idempotency key.',
    },
    deleted: 'A deleted item can no longer be read, and no list shows it.',
    'deleted-again': 'Deleting an item again causes no server error.',
    updated:
      'Each property that a PATCH changes shows its new value in the response, in a fresh read and in the list.',
    'other-members': 'A PATCH leaves the properties alone that it does not name.',
    replaced: 'A PUT stores the values it is given.',
    idempotent: 'Repeating a PUT succeeds and leaves the same state.',
    'replaced-status': {
      weight: 'status',
      asserts: 'A PUT that replaces an existing item returns 200 or 204, not 201.',
    },
    omitted: 'A property that a PUT leaves out does not keep its value.',
    'if-match':
      'If `If-Match` is documented, a write with the current entity tag succeeds; one with another tag gets 412 and changes nothing.',
    'refused-change': 'A change that is refused for one of its members changes none of them.',
    'sent-back': 'Sending back the values that were read changes none of them.',
    time: 'A timestamp that the server updates with one change is updated with the next.',
    'entity-tag': 'A changed item has a new entity tag, the same in all responses.',
    'open-objects':
      'A PATCH of a map either merges with the stored entries or replaces them, as its response shows; a merge patch always merges, and `null` removes an entry.',
  },
)
