import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mayRefuseFor, refusesFor } from '@concordat/runtime/http'
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
  [503, 'pace', 'surely'],
  [404, 'content', 'no'],
  [418, 'content', 'no'],
  [Number.NaN, 'content', 'no'],
] as const)('%i is about the %s: %s', (status, subject, certainty) => {
  expect(refusesFor(status, subject)).toBe(certainty === 'surely')
  expect(mayRefuseFor(status, subject)).toBe(certainty !== 'no')
})

test('one of several subjects is enough', () => {
  expect(refusesFor(410, 'method', 'absence')).toBe(true)
  expect(mayRefuseFor(400, 'conflict', 'state')).toBe(false)
})

/** Orders of preference, not meanings: what the mock answers where the document leaves a choice, and how a forged login is refused. */
const CHOICES = [
  'runtime/mock/answers/refusal-status.ts',
  'runtime/contract/credentials/cookies/cookie-login.ts',
]

/** Lists of statuses in a file that hold more than one of a client's errors. */
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
  const lists = files.filter((file) => listsIn(readFileSync(join(root, file), 'utf8')).length > 0)
  expect(lists.sort()).toEqual(CHOICES.sort())
  expect(listsIn('const ABSENT = [403, 404]')).toEqual(['[403, 404]'])
})
