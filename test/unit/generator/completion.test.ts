import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks } from '@concordat/contract/checks'
import { afterAll, describe, expect, test } from 'vitest'
import { completionScript } from '../../../generator/commands/completion/completion-script.ts'
import { COMMAND_NAMES } from '../../../generator/options/declaration/commands.ts'
import { FLAGS, isOptionOf } from '../../../generator/options/options.ts'

const folder = mkdtempSync(join(tmpdir(), 'concordat-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ofShell = (shell: string): string => {
  const file = join(folder, shell)
  writeFileSync(file, completionScript(shell))
  return file
}
const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'exit']).status === 0

/** Runs a script in a shell that ignores the user's settings. */
function run(shell: string, script: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(shell, ['-c', script], { encoding: 'utf8', cwd: folder })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\n').filter((line) => line !== '')
}

const flagsOf = (command: (typeof COMMAND_NAMES)[number]): readonly string[] =>
  FLAGS.filter((option) => isOptionOf(option, command)).map(({ flag }) => `--${flag.name}`)

describe('bash', () => {
  const file = ofShell('bash')
  const complete = (...words: string[]): readonly string[] =>
    run(
      'bash',
      `source ${file}; COMP_WORDS=(${['concordat', ...words].map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}; _concordat; printf '%s\\n' "\${COMPREPLY[@]}"`,
    )

  test('completes commands, and those that begin alike', () => {
    expect(complete('')).toEqual([...COMMAND_NAMES, 'help', '--help', '--version'])
    expect(complete('ge')).toEqual(['generate'])
    expect(complete('help', 'ver')).toEqual(['verify'])
    expect(complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
  })

  test('completes every option of each command', () => {
    for (const command of COMMAND_NAMES)
      expect(complete(command, '--'), command).toEqual(expect.arrayContaining([...flagsOf(command)]))
  })

  test('completes words, rules and files behind options, and nothing where nobody knows', () => {
    expect(complete('verify', '--grade', 'd')).toEqual(['documented', 'derived', 'decided'])
    const rules = checks.flatMap(({ code, assertions }) => [code, ...assertions.map(({ rule }) => rule)])
    expect(complete('verify', '--rule', '')).toEqual(rules)
    expect(complete('generate', '--config', 'ba')).toEqual(['bash'])
    expect(complete('verify', '--key', '')).toEqual([])
    expect(complete('diff', 'ba')).toEqual(['bash'])
  })
})

describe.skipIf(!hasShell('zsh'))('zsh', () => {
  test('reads its script, and hands each option to _arguments', () => {
    const specs = run(
      'zsh',
      `emulate -R zsh
compdef() { :; }
source ${ofShell('zsh')}
_describe() { print -l -- $commands; }
_arguments() { print -l -- "$@"; }
words=(concordat ''); CURRENT=2; _concordat
words=(concordat verify --); CURRENT=3; _concordat`,
    )
    for (const command of COMMAND_NAMES)
      expect(specs.some((line) => line.startsWith(`${command}:`))).toBe(true)
    for (const flag of flagsOf('verify'))
      expect(
        specs.some((line) => line.replace('*', '').startsWith(`${flag}[`)),
        flag,
      ).toBe(true)
    expect(specs).toContainEqual(
      expect.stringMatching(/^\*--grade\[.+\]:NAME:\(documented derived decided\)$/),
    )
  })
})

describe.skipIf(!hasShell('fish'))('fish', () => {
  test('completes commands, options and words', () => {
    const complete = (line: string): readonly string[] =>
      run('fish', `source ${ofShell('fish')}; complete -C ${JSON.stringify(line)}`).map(
        (each) => each.split('\t')[0] ?? '',
      )
    expect(complete('concordat ').toSorted()).toEqual(expect.arrayContaining([...COMMAND_NAMES, 'help']))
    expect(complete('concordat verify --')).toEqual(expect.arrayContaining([...flagsOf('verify')]))
    expect(complete('concordat verify --grade d')).toEqual(['decided', 'derived', 'documented'])
  })
})

test('there is no completion for another shell', () => {
  expect(() => completionScript('zhs')).toThrow(
    'There is no completion script for "zhs". Expected: bash, zsh, fish. Did you mean "zsh"?',
  )
})
