import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * A section of RFC 9110 that rules cite, its requirement, and a test in which a server that violates it is
 * found.
 */
type Requirement = readonly [section: string, requirement: string, file: string, test: string]

const REQUIREMENTS: readonly Requirement[] = [
  ['5.6', 'a header has its syntax', 'standard-headers', 'is no value of %s'],
  [
    '8.3',
    'who sends a body names its media type',
    'leniency',
    'leniency finds JSON under another media type',
  ],
  ['8.3.1', 'a media type may have parameters', 'offers', 'offers finds a charset that is refused'],
  ['8.6', 'a 204 has no Content-Length', 'checks', "'content-length-with-204'"],
  ['8.7', 'a Content-Location shows what the answer shows', 'stated-addresses', 'of a %s leads to nothing'],
  [
    '8.8.2.1',
    'nothing was changed after the answer was made',
    'standard-headers',
    'a Last-Modified after the Date is told',
  ],
  [
    '8.8.1',
    'a strong tag stands for one content',
    'team-members',
    'a strong entity tag stands for one content',
  ],
  ['9.1', 'who answers GET answers HEAD', 'head', 'head finds one read that does not know HEAD'],
  ['9.3.2', 'HEAD answers as GET does', 'head', "'head-204'"],
  ['9.3.4', 'PUT twice is PUT once', 'checks', "'put-counts-weight'"],
  ['10.2.2', 'the Location of a 201 leads to what was created', 'lifecycle', 'leads not to %s'],
  [
    '12.5.1',
    'who asks by Accept gets what is offered',
    'offers',
    'offers finds media types that nobody gets',
  ],
  ['12.4.2', 'the greatest weight decides', 'members', "'a language by its place'"],
  ['12.5.5', 'Vary names what an answer depends on', 'caching', 'a response in two media types'],
  ['12.5.4', 'a language is chosen by its weight', 'members', "'a language by its place'"],
  ['8.5', 'Content-Language is that of the answer', 'members', "'a language that is named otherwise'"],
  ['13.1.1', 'If-Match with another tag changes nothing', 'conditions', 'that are overlooked are found'],
  ['13.1.2', 'If-None-Match with the tag is 304', 'conditions', 'that are overlooked are found'],
  ['13.1.3', 'If-Modified-Since with the last time is 304', 'modified-since', 'ignores its own time'],
  ['14.2', 'a range that is answered has its bytes', 'content', "'a range without its last byte'"],
  ['14.4', 'a part says which it is', 'content', "'a range that ends one too far'"],
  ['15.5.5', 'a path that leads to nothing is 404', 'unknown-path', 'below an item, has no JSON'],
  ['15.5.17', 'a range beyond the end is 416', 'content', "'a part of nothing'"],
  ['3.2', 'representations say the same', 'representations', "'a table without its last row'"],
  ['15.3.2', 'a 201 has created something', 'lifecycle', 'is another item'],
  ['15.3.3', 'the Location of a 202 leads somewhere', 'accepted-location', 'and not to nothing'],
  ['15.5.2', 'a 401 has a challenge', 'checks', "'challenge-missing'"],
  [
    '15.6.1',
    'a server error is no answer to a request',
    'robustness',
    'robustness finds U+0000 that crashes',
  ],
]

/** Sections that permit something, so that no server can violate them. */
const ALLOWANCES: readonly Requirement[] = [
  ['9.2.2', 'what is not in a set may be taken out of it', 'sets', 'what is not in it may be taken out'],
  ['15.5.16', 'a media type may be refused with 415', 'leniency', '415 for another media type is the right'],
  ['15.5.21', 'a state may be refused with 422', 'first-version', 'status: 422'],
  ['15.6.2', 'a method that a server knows nowhere may be 501', 'methods', '501 is right for a method'],
  ['15.6.4', 'an overloaded server may answer 503', 'target', 'a %i that passes is waited for'],
]

const root = join(import.meta.dirname, '../../../../../runtime/contract')
const tests = join(import.meta.dirname, '../..')

/** Returns the sections cited in the source files of the rules. */
function citedSections(): ReadonlySet<string> {
  const files = ['rules'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(root, room, name)),
  )
  const citations = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/RFC 9110, ([\d.]+\d(?:(?:,| and) [\d.]+\d)*)/g),
  ])
  return new Set(citations.flatMap(([, sections = '']) => sections.split(/, | and /)))
}

test('every section of RFC 9110 that a rule cites has its requirement here', () => {
  const known = [...REQUIREMENTS, ...ALLOWANCES].map(([section]) => section)
  expect([...citedSections()].sort()).toEqual(known.sort())
})

test.each([...REQUIREMENTS, ...ALLOWANCES])('%s: %s', (_section, _requirement, file, title) => {
  const found = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`/${file}.test.ts`))
    .map((path) => readFileSync(join(tests, path), 'utf8'))
  expect(found.join('\n')).toContain(title)
})
