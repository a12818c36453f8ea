import { CONSEQUENCES, type Consequence } from '../generator/diff/kinds/consequences.ts'
import { KINDS, severityOf } from '../generator/diff/kinds/kinds.ts'

/** docs/diff-kinds.md. */
export function printKinds(): string {
  const consequences = Object.keys(CONSEQUENCES) as Consequence[]
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = [...KINDS].map(([name, { says, breaks }]) =>
    row([
      `\`${name}\``,
      `… ${says.replaceAll('{was}', '*old*').replaceAll('{is}', '*new*')}`,
      ...consequences.map((consequence) => (breaks.includes(consequence) ? '×' : '')),
      severityOf(name),
    ]),
  )
  return `<!-- Written by "npm run docs" from generator/diff/kinds. Do not edit. -->

# Kinds of changes

[\`concordat diff\`](diff.md) distinguishes ${KINDS.size} kinds of changes. The table shows what the report says after the name of the changed part,
with its *old* and *new* value, and whom the change breaks. \`request-…\` is about what callers send, \`response-…\` about what they receive, including the
bodies of webhooks.

${[row(['kind', 'what the report says', ...Object.values(CONSEQUENCES), 'severity']), row(Array(consequences.length + 3).fill('---')), ...rows].join('\n')}
`
}
