import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'lifecycle',
  { grade: 'derived', weight: 'lost data' },
  {
    created:
      'A created item is answered, can be read and is listed, each time with the values that were sent.',
    location: {
      weight: 'header',
      asserts:
        'The `Location` of a 201 leads to what was created, on the host that was called, and that of a 202 somewhere.',
    },
    'repeated-create':
      'Two requests that are answered with 201 create two items, also when they say the same, unless the document promises otherwise.',
    'stays-deleted': 'No change brings a deleted item back, except a PUT that says that it made a new one.',
    'idempotency-key':
      'Where an idempotency key is documented, the same request with the same key creates nothing more, and another body is not treated as the same request.',
    'idempotency-key-mended':
      'A refusal is not repeated under its idempotency key once the request is mended.',
    'idempotency-key-of-others': {
      weight: "others' data",
      asserts: 'Nobody gets what another tenant created with the same idempotency key.',
    },
    deleted: 'A deleted item can no longer be read, and no list shows it.',
    'deleted-again': 'No server error follows when an item is deleted again.',
    updated: 'Each member that a PATCH changes persists: in its answer, in a fresh read and in the list.',
    'other-members': 'A PATCH leaves members alone that it does not name.',
    replaced: 'A PUT stores what it is given.',
    idempotent: 'The same PUT succeeds a second time, and leaves the same state.',
    'replaced-status': {
      weight: 'status',
      asserts: 'A PUT to what is there is answered with 200 or 204: 201 says that something new was made.',
    },
    omitted: 'A member that a PUT leaves out does not keep its value.',
    'if-match':
      "Where `If-Match` is documented, a write whose entity tag is not the item's gets 412 and changes nothing, and one with the item's own tag is done.",
    'refused-change': 'A change that is refused for one of its members changes none of them.',
    'sent-back': 'A change that sends back what was read changes nothing of it.',
    time: 'A time that the server notes with one change is another after the next.',
    'entity-tag': 'An item that changed has another entity tag, the same one in all answers.',
    'open-objects':
      'A PATCH of an object whose members have any names merges with what is there or replaces it, as its answer says; in a merge patch it merges, and `null` removes.',
  },
)
