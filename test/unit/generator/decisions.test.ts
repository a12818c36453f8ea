import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { decisionsMarkdown, readDecisions } from '../../../generator/commands/decisions.ts'
import { specification } from '../spec/specification.ts'

const root = resolve(import.meta.dirname, '../../..')

const overlay = `overlay: 1.0.0
actions:
  # 1: colours ----
  - description: >-
      Whether pets have colours. The interface
      names none. Decided: yes, as people ask.
    target: $.a
    remove: true
  - description: 'Whether pets have colours. The interface names none. Decided: yes, as people ask.'
    target: $.b
    update: {}

  # 2: names
  - description: 'How long is a name? Decided: ten.'
    target: $.c
    update: {}
`

test('actions with one question are one decision', () => {
  expect(readDecisions(overlay)).toEqual([
    {
      heading: '1: colours',
      question: 'Whether pets have colours. The interface names none.',
      answer: 'Decided: yes, as people ask.',
      targets: ['$.a', '$.b'],
    },
    { heading: '2: names', question: 'How long is a name?', answer: 'Decided: ten.', targets: ['$.c'] },
  ])
})

test('a page shows the question first, and the places last', () => {
  const page = decisionsMarkdown([{ name: 'pets.yaml', decisions: readDecisions(overlay) }])
  expect(page).toContain(
    '`pets.yaml` answers 2 questions that the interface document leaves open. The numbers refer to sections',
  )
  expect(page).toContain(
    '## 1: colours\n\n- **Whether pets have colours.** The interface names none. Decided: yes',
  )
  expect(page).toContain('\n  `$.a`\n  `$.b`\n')
})

test('of several overlays, each is named where it begins and under its headings', () => {
  const plain = "actions:\n  - description: 'Do pets sleep? Decided: at night.'\n    target: $.d\n"
  const page = decisionsMarkdown([
    { name: 'pets.yaml', decisions: readDecisions(overlay) },
    { name: 'sleep.yaml', decisions: readDecisions(plain) },
  ])
  expect(page).toContain(
    '2 overlays answer 3 questions that the interface document leaves open. The name of each overlay is',
  )
  expect(page).toContain('## 1: colours\n\n`pets.yaml`\n\n- **Whether')
  expect(page).toContain('## 2: names\n\n`pets.yaml`\n\n- **How long')
  expect(page).toContain('  `$.c`\n\n`sleep.yaml`\n\n- **Do pets sleep?**')
})

test('server/decisions.md is current', () => {
  const run = spawnSync(
    process.execPath,
    ['generator/cli.ts', 'decisions', 'server/decisions.md', '--check'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect(run).toMatchObject({ status: 0 })
})

test("every action of the service's overlays is on the page, and has an answer", () => {
  const decisions = specification.overlays.flatMap((file) => readDecisions(readFileSync(file, 'utf8')))
  expect(decisions.length).toBeGreaterThan(100)
  expect(decisions.filter(({ question, answer }) => question === '' || answer === '')).toEqual([])
})

test('a stale page is told, and left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'decisions-'))
  const page = join(folder, 'decisions.md')
  writeFileSync(page, 'old')
  const run = spawnSync(process.execPath, ['generator/cli.ts', 'decisions', page, '--check'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining('is stale') })
  expect(readFileSync(page, 'utf8')).toBe('old')
  rmSync(folder, { recursive: true })
})
