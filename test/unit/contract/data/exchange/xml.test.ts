import { expect, test } from 'vitest'
import { runRemarks } from '../../../../../runtime/contract/report/remarks.ts'
import { xmlFault } from '../../../../../runtime/contract/rules/body-formats/xml-fault.ts'
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
    'conformance getPet: a readable body of application/xml | </animal> where <id> is open: <animal><id>1</animal>',
  ])
})

test('what the mock writes by `xml` is well-formed', async () => {
  const answer = await createMock(document)(new Request('http://mock.test/pet'))
  const text = await answer.text()
  expect(text).toMatch(/^<animal>/)
  expect(xmlFault(text)).toBeUndefined()
})

test('the report says which answers no schema was held against', async () => {
  const csv = answers({ type: 'array', items: PET }, { type: 'text/csv' })
  const document = await described({ '/pet': { get: { operationId: 'getPet', responses: csv } } })
  const remarks = runRemarks({ document, ran: new Set(['getPet']), coverage: [], writes: [] })
  expect(remarks).toEqual(['The text/csv bodies of getPet were not checked against a schema.'])
})

test.each([
  '<a/>',
  '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- <b> & --><a b="1" c=\'"\'>&lt;&#10;&#xA;<![CDATA[<&]]></a>\n',
  '<?xml version="1.0"?><!DOCTYPE a PUBLIC "-//X//>//EN" "a.dtd"><x:a xmlns:x="urn:x"><x:b /></x:a >',
  '<!DOCTYPE a [<!ENTITY b "<c>">]><a>&b;</a>',
  '<ä-1.b>é 💧</ä-1.b>',
])('%s is well-formed', (text) => {
  expect(xmlFault(text)).toBeUndefined()
})

test.each([
  ['', 'no element'],
  ['{"id":1}', 'text outside the root element'],
  ['<a>', '<a> is not closed'],
  ['<a><b></a></b>', '</a> where <b> is open'],
  ['</a>', '</a> where no element is open'],
  ['<a/><b/>', 'a second element, <b>'],
  ['<a/>text', 'text outside the root element'],
  ['<a>1 & 2</a>', 'an unescaped "&"'],
  ['<a b="1&2"/>', 'an unescaped "&" in the attribute "b" of <a>'],
  ['<a b="1" b="2"/>', 'a duplicate attribute "b" in <a>'],
  ['<a b=1/>', '"<a b=1/>" is not markup'],
  ['<a>1 < 2</a>', '"< 2</a>" is not markup'],
  ['<a><!-- </a>', '"<!-- </a>" is not markup'],
])('%s is not: %s', (text, fault) => {
  expect(xmlFault(text)).toBe(fault)
})

test('a large document is read in time proportional to it', () => {
  expect(xmlFault(`<a>${'<b c="d">e</b>'.repeat(200_000)}</a>`)).toBeUndefined()
  expect(xmlFault('<a>'.repeat(200_000))).toBe('<a> is not closed')
  expect(xmlFault(`<a ${'b '.repeat(200_000)}`)).toContain('is not markup')
})
