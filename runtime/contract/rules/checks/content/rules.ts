import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'content',
  { grade: 'derived', weight: 'lost data' },
  {
    stored: 'A file downloads with the bytes that were uploaded.',
    'media-type': 'A download has the media type of its upload if that type is documented.',
    described: 'The documented length, digest and media type of a file match its bytes.',
    replaced: 'After a second PUT, the download has the new bytes and a new entity tag.',
    range: {
      weight: 'status',
      asserts:
        'If byte ranges are supported, the server returns the requested bytes with the right `Content-Range`, and 416 for a range beyond the end.',
    },
    empty: 'The server stores or rejects an empty file.',
    part: { weight: 'leniency', asserts: 'The server rejects a form if its required file is missing.' },
  },
)
