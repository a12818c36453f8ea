import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'content',
  { grade: 'derived', weight: 'lost data' },
  {
    stored: 'A file comes down with the bytes that it went up with.',
    'media-type': 'A file comes down with the media type that it went up with, where several are documented.',
    described:
      'Members and headers that are called after a length, a digest or a media type of a file have those of its bytes.',
    replaced: 'After a second PUT of a file, the second one comes down, with another entity tag.',
    range: {
      weight: 'status',
      asserts:
        'Where a server answers ranges of bytes, a range has these bytes and says which they are, and one beyond the end gets 416.',
    },
    empty: 'An empty file comes down empty, or is refused.',
    part: { weight: 'leniency', asserts: 'A form without the file that it must have is refused.' },
  },
)
