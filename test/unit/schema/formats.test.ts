import { isValidFormat } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../growth.ts'

const formats: Record<string, { valid: string[]; invalid: string[] }> = {
  'date-time': {
    valid: [
      '2024-02-29T23:59:59Z',
      '2024-05-06t07:08:09.123456z',
      '1990-12-31T15:59:60-08:00',
      '2024-01-01T00:00:00+05:30',
    ],
    invalid: [
      '2023-02-29T00:00:00Z',
      '2024-01-01T00:00:00',
      '2024-01-01 00:00:00Z',
      '2024-01-01T24:00:00Z',
      '2024-01-01T00:00:00.Z',
      '2024-01-01T12:00:60Z',
      '2024-01-01T00:00:00+0530',
      '२०२४-01-01T00:00:00Z',
      '',
    ],
  },
  date: {
    valid: ['2000-02-29', '0001-01-01'],
    invalid: ['1900-02-29', '2024-04-31', '2024-1-1', '2024-00-01', '2024-01-01 ', '24-01-01'],
  },
  time: {
    valid: ['08:30:06Z', '23:59:60Z', '01:02:03.4-00:00'],
    invalid: ['08:30:06', '8:30:06Z', '22:59:60Z', '08:60:06Z', '08:30:06+24:00'],
  },
  duration: {
    valid: ['P1Y2M3D', 'PT36H', 'P4W', 'P1DT12H', 'PT1M30S'],
    invalid: ['P', 'PT', 'P1', '1D', 'P1W2D', 'PT1D', 'P1YT', 'P2D1Y', 'P1Y2D'],
  },
  email: {
    valid: [
      'jane.doe+tag@example.com',
      '"a b"@example.com',
      'a@[127.0.0.1]',
      'a@[IPv6:::1]',
      'a@localhost',
      '1.a-b.C@x-1.y9',
      `a@${'b'.repeat(63)}.c`,
      `${'a'.repeat(64)}@b`,
    ],
    invalid: [
      'jane',
      '@example.com',
      'a@',
      'a..b@example.com',
      '.a@example.com',
      'a b@example.com',
      'a@-x.com',
      'a@x-.com',
      'a@x.-com',
      'a@x..com',
      'a@x.com.',
      'a.@x.com',
      'a@ab--c.d',
      `a@${'b'.repeat(64)}.c`,
      `a@b.${'c'.repeat(64)}`,
      `${'a'.repeat(65)}@b`,
      `a@${'b.'.repeat(127)}cd`,
      'a@[300.0.0.1]',
      'é@example.com',
      'a@b@c',
    ],
  },
  'idn-email': { valid: ['실례@실례.테스트', 'a@b.c'], invalid: ['2962', 'a b@c.d'] },
  hostname: {
    valid: ['example.com', 'a', 'a--b.c', 'xn--4gbwdl.xn--wgbh1c', `${'a'.repeat(63)}.b`],
    invalid: ['', '-a', 'a-', 'a_b', 'a..b', 'a.', 'ab--c.d', `${'a'.repeat(64)}.b`, 'a.'.repeat(127)],
  },
  ipv4: {
    valid: ['0.0.0.0', '255.255.255.255'],
    invalid: ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', '1.2.3.4 '],
  },
  ipv6: {
    valid: ['::', '::1', '1::', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '1:2::7:8', '1:2:3:4:5:6:1.2.3.4'],
    invalid: [
      '1',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      '1:2:3:4:5:6:7::8',
      '::1.2.3',
      '1.2.3.4::',
      'fe80::1%eth0',
      ':1:2:3:4:5:6:7',
      '',
    ],
  },
  uri: {
    valid: [
      'https://user:p%40w@example.com:8080/a/b?c=d#e',
      'urn:isbn:1',
      'mailto:a@b',
      'http://[::1]/',
      'http://[v1.x]/',
      'file:///a',
    ],
    invalid: [
      '/a',
      'a',
      '1a://b',
      'http://a b',
      'http://[1]/',
      'http://a:b/',
      'http://%zz/',
      'http://a/[',
      'http://é/',
      'http://a\n',
    ],
  },
  'uri-reference': {
    valid: ['', '/a', 'a/b?c#d', '//a:1', '?x', '#y', './a:b'],
    invalid: ['a b', '\\a', '1a:b', '#a#b', '//a:x', '%'],
  },
  iri: { valid: ['http://ƒøø.ßår/?∂éœ=πîx'], invalid: ['/é', 'http://a b'] },
  'uri-template': {
    valid: ['/a/{b}{?c,d*}{/e:3}', 'x', '{+x.y}'],
    invalid: ['{', '}', '{}', '{a', '{a b}', '{?}', 'a b'],
  },
  uuid: {
    valid: ['01890A5d-ac96-774b-bcce-b302099a8057', '00000000-0000-0000-0000-000000000000'],
    invalid: [
      '01890a5dac96774bbcceb302099a8057',
      'g1890a5d-ac96-774b-bcce-b302099a8057',
      'urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057',
      '01890a5d0ac96-774b-bcce-b302099a8057',
      '01890a5d-ac96-774b-bcce-b302099a805:',
      '01890a5d-ac96-774b-bcce-b302099a805`',
      '',
    ],
  },
  regex: { valid: ['^a$', ''], invalid: ['(', '\\Z', '[b-a]'] },
  'json-pointer': { valid: ['', '/', '/a~1b/~0'], invalid: ['a', '/~2', '/~', '#/a'] },
  byte: { valid: ['', 'YQ==', 'YWI=', 'YWJj'], invalid: ['Y', 'YQ', 'YQ=', 'Y===', 'YW-_', 'YWJj\n'] },
  binary: { valid: ['\u0000'], invalid: [] },
  password: { valid: ['x'], invalid: [] },
}

for (const [format, { valid, invalid }] of Object.entries(formats)) {
  test(format, () => {
    expect(valid.filter((text) => isValidFormat(format, text) !== true)).toEqual([])
    expect(invalid.filter((text) => isValidFormat(format, text) !== false)).toEqual([])
  })
}

test.each(['int32', 'credit-card', 'constructor', '__proto__'])('%s says nothing of strings', (format) => {
  expect(isValidFormat(format, 'x')).toBeUndefined()
})

test('no text is too long to be judged', () => {
  const texts = ['/a', '~0', '%41', '{a}', 'a.'].map((part) => part.repeat(4_000_000))
  for (const format of Object.keys(formats))
    for (const text of texts)
      for (const start of ['', '0/', 'http://a/'])
        expect(isValidFormat(format, start + text), `${format} ${start}${text.slice(0, 3)}`).toBeTypeOf(
          'boolean',
        )
})

test('no text takes more than linear time', () => {
  const hostile = [
    'a',
    '-',
    'a-',
    '%41',
    '1:',
    ':',
    '.',
    'a.',
    '~1',
    '/',
    '{a}',
    '{a',
    '"',
    '\\"',
    '@',
    '+',
    '0',
    '[',
    '9D',
    'P9',
    'é',
  ]
  for (const format of Object.keys(formats)) {
    for (const piece of hostile) {
      for (const [start, end] of [
        ['', '\n'],
        ['http://', ' '],
        ['"', '\n'],
        ['P', 'x'],
        ['a@', '!'],
        ['http://a@[', '\n'],
      ] as const) {
        const check = (size: number) => void isValidFormat(format, start + piece.repeat(size) + end)
        // Quadratic parsing of this length takes seconds; linear parsing takes about a millisecond.
        expect(growth(check, 10_000), `${format} of ${start}${piece}… `).toBeLessThan(LINEAR)
      }
    }
  }
})
