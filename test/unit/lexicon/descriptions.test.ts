import { descriptions } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

test.each([
  'Kept as sent.',
  'Stored exactly as it was given.',
  'Stored as-is.',
  'The lines are kept in the given order.',
  'Spaces are never trimmed.',
])('"%s" promises that nothing becomes another form', (text) => {
  expect(descriptions.reforms(text)).toBe(false)
})

test.each([
  'Stored in lower case.',
  'Kept without spaces.',
  'Kept as a number of seconds.',
  'Trimmed; otherwise kept as sent.',
])('"%s" announces another form', (text) => {
  expect(descriptions.reforms(text)).toBe(true)
})

test.each([
  ['Created at this time or later.', 'inside'],
  ['At most this many.', 'inside'],
  ['Up to this day, inclusive.', 'inside'],
  ['The last day; its entries are listed too.', 'inside'],
  ['Until this day, which is not included.', 'outside'],
  ['Cheaper ones: those that cost less than this.', 'outside'],
  ['Created before this time.', undefined],
  ['The lowest price.', undefined],
])('"%s" says %s of what is equal to the bound', (text, edge) => {
  expect(descriptions.edgeOf(text)).toBe(edge)
})

test.each(['Whatever its case.', 'Case-insensitive.', 'Regardless of upper case.'])(
  '"%s" says that case does not matter',
  (text) => {
    expect(descriptions.ignoresCase(text)).toBe(true)
  },
)

test.each<readonly [string, boolean]>([
  ['Replies to it stay.', true],
  ['Its orders are not removed.', true],
  ['A folder that has files is not deleted.', false],
])('"%s" says that something else stays: %s', (text, isKept) => {
  expect(descriptions.keepsOthers(text)).toBe(isKept)
})

test.each([
  'Gets the status of a job.',
  'Lists the names of the clusters. Answers from a file.',
  'Tails provision.log of a cluster.',
  'Retrieve points by their ids',
  'This endpoint shows the queue and its length.',
])('"%s" says that an operation only shows something', (text) => {
  expect(descriptions.shows(text)).toBe(true)
})

test.each([
  'Gets or creates a tag.',
  'Gets the next job.',
  'Gets a lock.',
  'List an item for sale.',
  'Show a toast.',
  'Restarts a cluster.',
  'Gettysburg.',
  '',
])('"%s" does not', (text) => {
  expect(descriptions.shows(text)).toBe(false)
})

test.each([
  ['Upload file. Uploads a new file.', true],
  ['Creates a new rule.', true],
  ['Creates a new rule, or replaces the existing one.', false],
  ['Adds a member.', false],
  ['Replaces a rule.', false],
])('"%s" says that it creates an item and changes none: %s', (text, makes) => {
  expect(descriptions.makesNew(text)).toBe(makes)
})

test.each([
  ['Stream real-time events from the hive.', true],
  ['Returns a live stream of its temperature.', true],
  ['Block until the kiln stops.', true],
  ['Hijacks the HTTP connection to carry input.', true],
  ['Returns a uni-directional stream of invoices.', true],
  ['A successful response.(streaming responses)', true],
  ['Streams the file.', false],
  ['Lists events.', false],
])('"%s" says that a response awaits an event: %s', (text, awaits) => {
  expect(descriptions.awaits(text)).toBe(awaits)
})

test('a parameter can be a time that the server waits', () => {
  expect(descriptions.isWaitTime('Number of seconds to wait before killing it')).toBe(true)
  expect(descriptions.isWaitTime('Number of seconds since midnight')).toBe(false)
})

test.each([
  ['It can be one of "voting", "tallying" or "deposit".', ['voting', 'tallying', 'deposit']],
  ['Valid values are: `asc`, `desc`', ['asc', 'desc']],
  ['One of the boats, such as "nina" or "pinta".', []],
])('the values that "%s" lists', (text, values) => {
  expect(descriptions.choices(text)).toEqual(values)
})

test.each([
  ['How many hooks this part has.', true],
  ['Number of items per page', true],
  ['The number of boats that were returned.', true],
  ['How many boats there are on all pages, not only on this page.', false],
  ['The total of the response', false],
  ['How many boats there are.', false],
])('"%s" says that it counts the items of one page: %s', (text, isOfPage) => {
  expect(descriptions.isOfPage(text)).toBe(isOfPage)
})
