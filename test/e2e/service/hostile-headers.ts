import fc from 'fast-check'

/** Headers that a service, or something in front of it, reads, with unexpected values. */
export const hostileHeaders = fc.record(
  {
    'content-type': fc.constantFrom(
      ...[
        'application/json',
        'application/json; charset=utf-16',
        'text/plain',
        'multipart/form-data',
        ';',
        'a/b;c="',
      ],
      ...['application/x-www-form-urlencoded', 'application/merge-patch+json', ''],
    ),
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'gzip, gzip', ''),
    accept: fc.constantFrom('*/*', 'text/csv', 'text/html', 'application/json;q=0', ',,;q=x', ''),
    'x-request-id': fc.constantFrom('', 'a b', 'é', 'x'.repeat(2000), '../..'),
    'x-forwarded-host': fc.constantFrom('evil.example', 'a b', ':', '[::1', ''),
    'x-forwarded-proto': fc.constantFrom('javascript', 'https,http', ''),
    'x-forwarded-for': fc.constantFrom('999.1.1.1', ',', '::'),
    origin: fc.constantFrom('null', 'http://evil.example', '\\'),
    cookie: fc.constantFrom('a=b', '=;', ';;;'),
    range: fc.constantFrom('bytes=0-', 'bytes=9-1'),
    'if-none-match': fc.constantFrom('*', '"', 'W/'),
    'accept-encoding': fc.constantFrom('gzip', 'identity;q=0', '*;q=x'),
  },
  { requiredKeys: [] },
)
