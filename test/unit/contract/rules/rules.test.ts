import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checks, familyOfRule, runContract, type Selection } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { answerRules } from '../../../../runtime/contract/rules/answer-rules.ts'
import { petDocument } from '../pet/pet-document.ts'
import type { Fault } from '../pet/pet-fault.ts'
import { findingsOf } from '../pet/pet-run.ts'
import { PetService } from '../pet/pet-service.ts'

const SOURCES = join(import.meta.dirname, '../../../../runtime/contract')

/** Returns all sources in a folder as one string, without the rule tables. */
function sourcesOf(folder: string): string {
  return readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(answer-)?rules\.ts$/.test(file))
    .map((file) => readFileSync(join(SOURCES, folder, file), 'utf8'))
    .join('\n')
}

/** Returns the names from a rule table that a source text uses. */
function usedIn(text: string, table: string): Set<string> {
  const member = new RegExp(`\\b${table}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g')
  return new Set([...text.matchAll(member)].map(([, name = '', quoted = name]) => quoted))
}

describe('rules', () => {
  const rules = checks.flatMap(({ assertions }) => assertions)

  test('have names of their own, below their families', () => {
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length)
    for (const { code, assertions } of checks)
      for (const { rule, asserts } of assertions) {
        expect(rule).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z]+(-[a-z]+)*$/)
        expect(familyOfRule(rule)).toBe(code)
        expect(asserts).toMatch(/^[A-Z].*\.$/)
      }
  })

  test('have a place that finds them broken', () => {
    const shared = ['rules', 'run'].map(sourcesOf).join('\n')
    const ofAnswers = Object.keys(answerRules)
    expect([...usedIn(shared, 'answerRules')].toSorted()).toEqual(ofAnswers.toSorted())
    for (const { code, assertions } of checks) {
      const own = assertions.map(({ rule }) => rule.replace(`${code}/`, ''))
      const used = usedIn(sourcesOf(`rules/checks/${code}`).replace(/asks\([^)]*\)/g, ''), 'rules')
      expect([code, ...own.filter((name) => !used.has(name))]).toEqual([
        code,
        ...(code === 'conformance' ? ofAnswers : []),
      ])
    }
  })

  test('have an entry in docs/rules.md', () => {
    const page = readFileSync(join(SOURCES, '../../docs/rules.md'), 'utf8')
    const anchors = [...page.matchAll(/^- <a id="(.+?)"><\/a>/gm)].map(([, anchor]) => anchor)
    expect(anchors).toEqual(rules.map(({ rule }) => rule.replace('/', '-')))
  })
})

describe('a selection', () => {
  const run = async (select: Selection, ...faults: readonly Fault[]) => {
    const service = new PetService(...faults)
    const report = await runContract({ document: petDocument, target: service.target(), select })
    const broken = new Set(findingsOf(report).map(({ rule }) => rule))
    return { broken: [...broken], families: [...new Set(report.results.map(({ rule }) => rule))] }
  }

  test('of one rule runs its family, and reports nothing else', async () => {
    const faults = ['patch-clears-weight', 'deleted-is-listed'] as const
    const both = ['lifecycle/other-members', 'lifecycle/deleted']
    expect(await run({ rules: ['lifecycle'] }, ...faults)).toEqual({ broken: both, families: ['lifecycle'] })
    expect(await run({ rules: ['lifecycle/deleted'] }, ...faults)).toEqual({
      broken: ['lifecycle/deleted'],
      families: ['lifecycle'],
    })
    const { broken } = await run({ rules: ['lifecycle'], skipRules: ['lifecycle/deleted'] }, ...faults)
    expect(broken).toEqual(['lifecycle/other-members'])
  })

  test('of a family reports what else its requests show, and of a rule does not', async () => {
    const shown = async (select: Selection) => (await run(select, 'location-missing')).broken
    expect(await shown({ rules: ['lifecycle'] })).toEqual(['conformance/header'])
    expect(await shown({ rules: ['lifecycle/created'] })).toEqual([])
    expect(await shown({ rules: ['lifecycle'], skipRules: ['conformance'] })).toEqual([])
  })

  test('without any rule of a family does not run it', async () => {
    const skipRules = checks.flatMap(({ assertions }) => assertions.map(({ rule }) => rule))
    const [, ...others] = skipRules.filter((rule) => familyOfRule(rule) !== 'methods')
    const { families } = await run({ skipRules: others })
    expect(families).toEqual(['conformance', 'methods'])
  })

  test.each([
    ['lifecycle/locatoin', /There is no rule "lifecycle\/locatoin"\. Expected one of: lifecycle\/created, /],
    ['lifecycle/*', /There is no rule "lifecycle\/\*"\./],
    ['beauty/skin', /Expected one of: conformance, authentication, /],
  ])('of "%s" is refused', async (rule, message) => {
    await expect(run({ rules: [rule] })).rejects.toThrow(message)
  })
})
