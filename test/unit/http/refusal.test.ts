import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { documentedRefusals, mayRefuseFor, refusalCertainty, refusesFor } from '@concordat/runtime/http'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

test.each([
  [401, 'caller', 'surely'],
  [403, 'caller', 'perhaps'],
  [403, 'absence', 'perhaps'],
  [404, 'absence', 'surely'],
  [400, 'content', 'perhaps'],
  [422, 'content', 'surely'],
  [409, 'conflict', 'surely'],
  [503, 'capacity', 'surely'],
  [529, 'capacity', 'surely'],
  [404, 'content', 'no'],
  [419, 'caller', 'perhaps'],
  // Read as a 400: RFC 9110, 15.
  [418, 'content', 'perhaps'],
  [599, 'content', 'no'],
  [Number.NaN, 'content', 'no'],
] as const)('%i is about the %s: %s', (status, subject, certainty) => {
  expect(refusesFor(status, subject)).toBe(certainty === 'surely')
  expect(mayRefuseFor(status, subject)).toBe(certainty !== 'no')
})

test('one of several subjects is enough', () => {
  expect(refusesFor(410, 'method', 'absence')).toBe(true)
  expect(mayRefuseFor(400, 'conflict', 'state')).toBe(false)
})

test('a document has refusals for a subject by their usual one, and a range for all', () => {
  const responses = { 200: {}, 400: {}, 403: {}, 404: {}, 409: {}, 410: {}, 412: {}, 499: {}, default: {} }
  expect(documentedRefusals({ responses }, 'absence')).toEqual(['404', '410'])
  expect(documentedRefusals({ responses }, 'content', 'size')).toEqual(['400', '499'])
  expect(documentedRefusals({ responses: { 200: {}, '4XX': {} } }, 'conflict')).toEqual(['4XX'])
  expect(documentedRefusals({ responses: { 200: {}, 503: {} } }, 'capacity')).toEqual([])
})

test('the words of a document count beside the status', () => {
  const operation = {
    responses: { 400: {}, 404: {}, 422: {} },
    refusals: { 400: ['conflict'], 422: ['content', 'state'] },
  } as const
  expect(documentedRefusals(operation, 'conflict')).toEqual(['400'])
  expect(documentedRefusals(operation, 'content')).toEqual(['400', '422'])
  expect(refusalCertainty(operation, 400, 'conflict')).toBe('surely')
  expect(refusalCertainty(operation, 422, 'content')).toBe('surely')
  expect(refusalCertainty(operation, 422, 'state')).toBe('perhaps')
  expect(refusalCertainty(operation, 404, 'state')).toBeUndefined()
  expect(refusalCertainty({}, 400, 'conflict')).toBeUndefined()
})

/** Returns comparisons in a source file with a status that shares its meaning with others. */
function comparisonsIn(text: string): readonly string[] {
  const status = '(?:404|409|410|422)'
  return text.match(new RegExp(`[!=]== ${status}\\b|'${status}' in |\\['${status}'\\] [!=]==`, 'g')) ?? []
}

/** Returns lists in a source file that contain more than one client error status. */
function listsIn(text: string): readonly string[] {
  if (!/\b4\d\d\b[^\]]*\b4\d\d\b/.test(text)) return []
  const found: string[] = []
  const look = (node: ts.Node): void => {
    const isList = ts.isArrayLiteralExpression(node)
    const refusals = isList ? node.elements.filter((each) => /^["']?4\d\d["']?$/.test(each.getText())) : []
    if (refusals.length > 1) found.push(node.getText())
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true))
  return found
}

test('nobody else says what the statuses of refusals mean', () => {
  const folders = ['runtime/contract', 'runtime/mock', 'generator/commands']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  )
  const own = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...listsIn(text), ...comparisonsIn(text)].map((found) => `${file}: ${found}`)
  })
  expect(own).toEqual([])
  expect(listsIn('const ABSENT = [403, 404]')).toEqual(['[403, 404]'])
  expect(comparisonsIn("status === 404 || '409' in responses")).toEqual(['=== 404', "'409' in "])
})
