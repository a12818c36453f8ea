import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'content',
  { grade: 'derived', weight: 'lost data' },
  {
    stored: 'A file downloads with the bytes that were uploaded.',
    'media-type':
      'If several media types are documented, a file downloads with the one it was uploaded with.',
    described:
      'Properties and headers named for the length, a digest or the media type of a file match its bytes.',
    replaced: 'After a second PUT of a file, the download is the second one, with a new entity tag.',
    range: {
      weight: 'status',
      asserts:
        'If a server supports byte ranges, a range has the right bytes and states which, and one beyond the end gets 416.',
    },
    empty: 'An empty file downloads empty, or is refused.',
    part: { weight: 'leniency', asserts: 'A form without its required file is refused.' },
  },
)
