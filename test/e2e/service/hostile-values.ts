import fc from 'fast-check'

/** Strings that have broken parsers, databases, dates, numbers and regular expressions. */
const hostileTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u{1f600}',
    '\u202e',
    '%',
    '%00',
    '%ff',
    '\r\n',
    '\\',
    "'",
    '"',
    '`',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-Infinity',
    '-0',
    '-1',
    '0',
    '1e309',
    '2147483647',
    '2147483648',
  ],
  ...[
    '-2147483649',
    '9007199254740993',
    '9223372036854775808',
    '1'.repeat(400),
    '1e-400',
    '0x10',
    '1_000',
    '٣',
  ],
  ...[
    "'; drop table persons; --",
    "' or 1=1 --",
    '$1',
    '${1}',
    '%s',
    '{{7*7}}',
    '../../etc/passwd',
    '//',
    '..',
  ],
  ...[
    '@current',
    '@me',
    '00000000-0000-0000-0000-000000000000',
    'true',
    '[]',
    '{}',
    '{"a":',
    '[[[[',
    '__proto__',
  ],
  ...[
    'constructor',
    'hasOwnProperty',
    'toString',
    '$set',
    'a.b',
    'a[0]',
    '*',
    '(',
    '(a+)+$',
    '[',
    '\\1',
    '(?<x',
    '^$',
  ],
  ...[
    '0000-00-00',
    '0000-01-01',
    '9999-12-31',
    '99999-01-01',
    '-000001-01-01',
    '+275760-09-13',
    '+275760-09-14',
  ],
  ...[
    '294277-01-01',
    '2026-02-30',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+99:99',
  ],
  ...['-7d', '-999999999999d', '-99999y', '-1h', 'all', 'mStart', 'yStart', '-0d', 'dEnd', '1_seen', '5_'],
  ...[
    'csv',
    'SELECT * FROM events',
    'SELECT count() FROM events -- x',
    'a@b',
    'x'.repeat(5000),
    '\u0000'.repeat(3),
  ],
]

/** Strings, JSON and regular expressions that JavaScript accepts, but PostgreSQL rejects. */
const refusedByDatabase = ['\0', 'a\0b', '\ud800', '(', '[', '99999999999999999999']

/** Usually a string that has broken something; rarely any other string. */
export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...refusedByDatabase) },
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/**
 * Returns a value nested so deeply that a recursive reader exhausts its stack or reaches the service's own
 * limit.
 */
const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>(wrap, 1)

/** Values of every JSON type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      ...[
        null,
        true,
        false,
        0,
        -1,
        1.5,
        1e308,
        -1e308,
        5e-324,
        2 ** 31,
        2 ** 53,
        -(2 ** 63),
        [],
        {},
        [[]],
        [null],
      ],
      ...[{ id: null }, { values: [] }, { type: 'AND', values: [{ key: 'a', value: null }] }, { $set: 1 }],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nested(150, (inner) => [inner]),
      nested(1000, (inner) => [inner]),
      nested(150, (values) => ({ type: 'AND', values: [values] })),
      JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}'),
      Array.from({ length: 2000 }, (_, index) => index),
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)
