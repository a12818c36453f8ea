import type { Assertion, Check } from '@concordat/contract'
import { isObject } from '@concordat/runtime/json'
import { type Kind, plainKind } from '../kinds/kind.ts'

/** A user's rule, created by `defineRule`, with the same tools as the suite's rules. */
export type OwnRule = Check

/** A rule's definition. Omitted properties get defaults. */
export type RuleDefinition = Pick<Check, 'code' | 'description' | 'run'> &
  Partial<Check> &
  Partial<Pick<Assertion, 'grade' | 'weight'>>

const CODE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Creates a rule for `verify.ownRules` in a configuration. */
export function defineRule(definition: RuleDefinition): OwnRule {
  const { grade = 'derived', weight = 'status', ...own } = definition
  const { code, description } = own
  return {
    assertions: [{ rule: code, grade, weight, asserts: description }],
    example: '',
    fix: '',
    applies: () => true,
    title: () => description,
    ...own,
  }
}

export const ownRuleKind: Kind<OwnRule> = plainKind({
  type: 'OwnRule',
  expected: 'a rule: defineRule({ code: "name-in-kebab-case", description, run })',
  fits: (value): value is OwnRule =>
    isObject(value) &&
    CODE.test(String(value['code'])) &&
    typeof value['description'] === 'string' &&
    ['run', 'applies', 'title'].every((name) => typeof value[name] === 'function') &&
    Array.isArray(value['assertions']),
})
