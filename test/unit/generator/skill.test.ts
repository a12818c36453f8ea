import { expect, test } from 'vitest'
import { readArguments } from '../../../generator/command-line/arguments.ts'
import { SKILL } from '../../../generator/commands/skill/skill-text.ts'
import { GENERATED_MARK } from '../../../generator/emit/header.ts'
import type { COMMAND_NAMES } from '../../../generator/options/declaration/commands.ts'
import { FLAGS } from '../../../generator/options/options.ts'

test('every command line of the skill is one that the command takes', () => {
  const blocks = [...SKILL.matchAll(/^```\n([\s\S]+?)^```$/gm)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
  const inText = [...SKILL.replace(/^```[\s\S]+?^```$/gm, '').matchAll(/`(concordat [^`]+)`/g)].map(
    ([, line = '']) => line,
  )
  const lines = [...blocks, ...inText]
  expect(lines.length).toBeGreaterThan(8)
  for (const line of lines)
    expect(readArguments(line.split(' ').slice(1)).ask, line).toMatch(/^(?:command|help)$/)
})

test('it names options that there are, and is short', () => {
  const known = FLAGS.map(({ flag }) => `--${flag.name}`)
  for (const [name] of SKILL.matchAll(/(?<=[\s`])--[a-z][a-z-]*/g)) expect(known).toContain(name)
  expect(SKILL).toContain(GENERATED_MARK)
  expect(SKILL.split('\n').length).toBeLessThanOrEqual(150)
  expect(SKILL).toMatch(/^---\nname: concordat\ndescription: .{50,1000}\n---\n/)
  for (const name of ['generate', 'verify', 'mock', 'diff', 'mcp'] satisfies typeof COMMAND_NAMES)
    expect(SKILL).toContain(`concordat ${name}`)
})
