import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'content',
  { grade: 'derived', weight: 'lost data' },
  {
    stored: 'A file downloads with the bytes that were uploaded.',
    'media-type': 'A file keeps the documented media type it was uploaded with.',
    described: 'The documented length, digest and media type of a file match its bytes.',
    replaced: 'After a second PUT, the second file downloads, with a new entity tag.',
    range: {
      weight: 'status',
      asserts: 'A server with byte ranges sends and names the right bytes, and answers 416 beyond the end.',
    },
    empty: 'The server stores an empty file, or refuses it.',
    part: { weight: 'leniency', asserts: 'The server refuses a form without its required file.' },
  },
)
