import { expect, test } from 'vitest'
import { runRemarks } from '../../../../../runtime/contract/report/remarks.ts'
import { readXml } from '../../../../../runtime/contract/rules/body-formats/xml.ts'
import { createMock } from '../../../../../runtime/mock/mock.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const PET = { type: 'object', xml: { name: 'animal' }, properties: { id: { type: 'integer' } } }
const type = 'application/xml; charset=utf-8'
const document = await described({
  '/pet': { get: { operationId: 'getPet', responses: answers(PET, { type: 'application/xml' }) } },
})

const answering = (text: string) => () => new Response(text, { headers: { 'Content-Type': type } })

test('a response that is no well-formed XML is a finding, and one that is has none', async () => {
  const told = (text: string) => outcomes(document, { answer: answering(text), rules: ['conformance'] })
  expect(await told('<animal><id>1</id></animal>')).toEqual(['conformance getPet: passed'])
  expect(await told('<other/>')).toEqual([
    'conformance getPet: the body must be a <animal> element | <other>',
  ])
  expect(await told('<animal><id>one</id></animal>')).toEqual([
    'conformance getPet: /id must be an integer | "one"',
  ])
  expect(await told('<animal><id>1</animal>')).toEqual([
    'conformance getPet: a readable application/xml body | missing end tag for element id (line 1, column 14): <animal><id>1</animal>',
  ])
})

test('what the mock writes by `xml` is well-formed', async () => {
  const answer = await createMock(document)(new Request('http://mock.test/pet'))
  const text = await answer.text()
  expect(text).toMatch(/^<animal>/)
  expect(readXml(text).fault).toBeUndefined()
})

test('the report says which answers no schema was held against', async () => {
  const csv = answers({ type: 'array', items: PET }, { type: 'text/csv' })
  const document = await described({ '/pet': { get: { operationId: 'getPet', responses: csv } } })
  const remarks = runRemarks({ document, ran: new Set(['getPet']), coverage: [], writes: [] })
  expect(remarks).toEqual(['Response bodies in text/csv were not checked against their schemas: getPet.'])
})

test.each([
  '<a/>',
  '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- <b> & --><a b="1" c=\'"\'>&lt;&#10;&#xA;<![CDATA[<&]]></a>\n',
  '<?xml version="1.0"?><!DOCTYPE a PUBLIC "-//X//EN" "a>.dtd"><x:a xmlns:x="urn:x"><x:b /></x:a >',
  '<!DOCTYPE a [<!ENTITY b "<c>">]><a>&b;</a>',
  '<ä-1.b>é 💧</ä-1.b>',
])('%s is well-formed', (text) => {
  expect(readXml(text).fault).toBeUndefined()
})

test.each([
  ['', 'root element is missing or invalid'],
  ['{"id":1}', 'root element is missing or invalid'],
  ['<a>', 'missing end tag for element a'],
  ['<a><b></a></b>', 'missing end tag for element b'],
  ['<a/><b/>', 'extra content at the end of the document'],
  ['<a/>text', 'extra content at the end of the document'],
  ['<a>1 & 2</a>', 'unterminated reference'],
  ['<a>&nbsp;</a>', "named entity isn't defined: &nbsp;"],
  ['<a>&#0;</a>', 'character reference resolves to an invalid character'],
  ['<a>\u0001</a>', 'invalid character'],
  ['<a><!-- b -- c --></a>', "the string `--` isn't allowed inside a comment"],
  ['<a b="1" b="2"/>', 'duplicate attribute: b'],
  ['<a b=1/>', 'attribute value expected'],
  [' <?xml version="1.0"?><a/>', "XML declaration isn't allowed here"],
])('%s is not: %s', (text, fault) => {
  expect(readXml(text).fault).toContain(fault)
})

test('an element has its attributes, its children and its own characters', () => {
  const { root } = readXml('<x:a xmlns:x="urn:x" x:b="1">&lt;<!-- c --><x:d>e</x:d><![CDATA[&]]></x:a>')
  expect(root).toEqual({
    name: 'a',
    attributes: new Map([
      ['x', 'urn:x'],
      ['b', '1'],
    ]),
    children: [{ name: 'd', attributes: new Map(), children: [], text: 'e' }],
    text: '<&',
  })
})

test('a document nested too deeply to be read is not judged', () => {
  expect(readXml('<a>'.repeat(200_000))).toEqual({})
})

test('a large document is read whole', () => {
  expect(readXml(`<a>${'<b c="d">e</b>'.repeat(200_000)}</a>`).root?.children.length).toBe(200_000)
})
