import { describe, expect, test } from 'vitest'
import { csvFault, csvRowsOffered } from '../../../../../runtime/contract/rules/body-formats/csv.ts'
import { described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'
import { timetable, timetableService, type WrongTimetable } from './departures.ts'

const document = timetable()

const told = async (wrong?: WrongTimetable): Promise<string[]> => {
  const rules = ['offers', 'conformance']
  const lines = await outcomes(await document, { answer: timetableService(wrong), rules })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('what is the same in JSON, CSV and XML breaks nothing', async () => {
  expect((await told()).filter((line) => !line.includes('not run'))).toEqual([])
})

/** Returns the outcomes of a crate in JSON and XML, in which each response has an id of its own. */
async function ofCrate(label: string): Promise<string[]> {
  const schema = { type: 'object' }
  const content = { 'application/json': { schema }, 'application/xml': { schema } }
  const crate = await described({
    '/crate': { get: { operationId: 'show', responses: { 200: { description: 'One', content } } } },
  })
  let number = 0
  const answer = ({ headers }: Request) => {
    const id = `response-${++number}`
    return headers.get('accept')?.includes('xml')
      ? new Response(`<crate id="${id}"><label>Oars</label><text><b>new</b></text></crate>`, {
          headers: { 'content-type': 'application/xml' },
        })
      : Response.json({ kind: 'crate', id, label, text: '<b>new</b>' })
  }
  const lines = await outcomes(crate, { answer, rules: ['offers'] })
  return lines.filter((line) => line.startsWith('offers show: "'))
}

test('an element is called after a kind, contains markup, and has an id of its own each time', async () => {
  expect(await ofCrate('Oars')).toEqual([])
  expect(await ofCrate('Sails')).toEqual([expect.stringContaining('"label" in application/xml')])
})

/** Returns the findings about a bill in JSON, and in CSV with these lines. */
async function ofBill(lines: readonly string[]): Promise<string[]> {
  const text = { type: 'string' }
  const item = { type: 'object', properties: { product: text, amount: text, hours: text } }
  const list = { schema: { type: 'array', items: item } }
  const bill = await described({
    '/bill': {
      get: {
        operationId: 'bill',
        responses: { 200: { description: 'x', content: { 'application/json': list } } },
      },
    },
    '/bill/csv': {
      get: {
        operationId: 'csv',
        responses: { 200: { description: 'x', content: { 'text/csv': { schema: text } } } },
      },
    },
  })
  const answer = ({ url }: Request) =>
    url.endsWith('csv')
      ? new Response(lines.join('\r\n'), { headers: { 'content-type': 'text/csv' } })
      : Response.json([{ product: 'Oars', amount: '3', hours: '9' }])
  const found = await outcomes(bill, { answer, rules: ['offers'] })
  return found.filter((line) => line.includes('one for each item'))
}

test('a table that mostly has other columns can have other rows', async () => {
  expect(await ofBill(['product,USD,from,to', 'Oars,3,1,2', 'Taxes,1,,'])).toEqual([])
  expect(await ofBill(['product,amount,hours', 'Oars,3,9', 'Taxes,1,'])).toHaveLength(1)
})

/** Each fault, with the finding that it causes. */
const FAULTS: Readonly<Record<string, readonly [WrongTimetable, RegExp]>> = {
  'cells without quotes': [
    { cell: (text) => text },
    /a row in text\/csv with the same content as in JSON: 4 cells/,
  ],
  'quotes that are not doubled': [
    { cell: (text) => `"${text}"` },
    /in text\/csv with the same content as in JSON/,
  ],
  'a table without its last row': [
    { rows: (all) => all.slice(0, -1) },
    /rows, one for each item \| \d+ rows/,
  ],
  'lines without the last item': [
    { rows: (all) => all.slice(0, -1) },
    /streamDepartures: the text .*in application\/x-ndjson .*: \d+ lines, one for each item \| \d+/,
  ],
  'a line with another value': [
    { line: (one) => ({ ...one, platform: one.platform + 1 }) },
    /streamDepartures: an item .*in application\/x-ndjson .* \| no such line/,
  ],
  'an export that ignores its filter': [
    { exportsAll: true },
    /^offers exportDepartures: the table with platform=-?\d+ in text\/csv with the same content as in JSON: \d+ rows?, one for each item \| \d+ rows/,
  ],
  'a table that lacks its first row if a parameter selects it': [
    { board: (all) => all.slice(1) },
    /^offers printBoard: the table in text\/csv with the same content as in JSON: \d+ rows?, one for each item \| \d+ rows?/,
  ],
  'letters that are lost in a table': [
    { cell: (text) => `"${text.replaceAll('"', '""').replaceAll('é', '?')}"` },
    /"line" in text\/csv with the same content as in JSON: /,
  ],
  'XML without escapes': [{ escape: (text) => text }, /a readable application\/xml body/],
  'what is escaped twice': [
    { escape: (text) => escapedTwice(text) },
    /"line" in application\/xml with the same content as in JSON: /,
  ],
  'another root': [{ root: 'item' }, /must be a <departure> element|the body .*<departure>/],
  'a number that is a word': [{ platform: () => 'two' }, /platform/],
}

function escapedTwice(text: string): string {
  return text.replaceAll('&', '&amp;amp;').replaceAll('<', '&amp;lt;')
}

describe.each(Object.entries(FAULTS))('%s', (_, [wrong, expected]) => {
  test('is told', async () => {
    expect(await told(wrong)).toContainEqual(expect.stringMatching(expected))
  })
})

test.each([
  [
    'a,b\r\n1,"x, ""y""\nz"\r\n',
    [
      ['a', 'b'],
      ['1', 'x, "y"\nz'],
    ],
  ],
  [
    '\ufeffa;b;c\n1;;"2,5"',
    [
      ['a', 'b', 'c'],
      ['1', '', '2,5'],
    ],
  ],
  ['', []],
])('rows are read', (text, rows) => {
  expect(csvRowsOffered(text)).toEqual(rows)
})

test.each([
  ['a,b\r\n1,"x, y"\r\n', undefined],
  ['a,b\r\n1,x, y\r\n', 'a row of 3 fields below 2 column names'],
  ['a;b\n1;2,5\n', undefined],
  ['Report\na,b\n1,2\n', undefined],
  ['a,b,c\n1,2,3\nEnd\n', undefined],
  ['', undefined],
])('rows have at most as many fields as there are names: %j', (text, fault) => {
  expect(csvFault(text)).toBe(fault)
})
