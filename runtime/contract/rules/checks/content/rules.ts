import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'content',
  { grade: 'derived', weight: 'lost data' },
  {
    stored: 'A file downloads with the bytes that were uploaded.',
    'media-type': 'A file keeps the documented media type it was uploaded with.',
    described: 'The documented length, digest and media type of a file match its bytes.',
    replaced: 'After a second PUT, the download returns the second file with a new entity tag.',
    range: {
      weight: 'status',
      asserts:
        'A server that supports byte ranges returns the requested bytes and the right `Content-Range`, and 416 for a range beyond the end.',
    },
    empty: 'The server stores or rejects an empty file.',
    part: { weight: 'leniency', asserts: 'The server rejects a form without its required file.' },
  },
)
