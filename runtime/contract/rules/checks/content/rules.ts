import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'content',
  { grade: 'derived', weight: 'lost data' },
  {
    stored: 'A download returns the bytes that were uploaded.',
    'media-type': 'A download has the uploaded media type if the document lists it.',
    described: 'The name, length, digest and media type in a response match the uploaded file.',
    'if-match': 'Where `If-Match` is documented, uploads need the current entity tag.',
    replaced: 'A second, different PUT changes the downloaded bytes and entity tag.',
    'replaced-status': {
      weight: 'status',
      asserts: 'A second PUT returns a documented 200 or 204, not 201.',
    },
    range: {
      weight: 'status',
      asserts:
        'A range request gets the requested bytes with the right `Content-Range`, the whole file or, past its end, a 416.',
    },
    empty: 'The server stores or rejects an empty file.',
    part: { weight: 'leniency', asserts: 'The server rejects a form without its required file.' },
  },
)
