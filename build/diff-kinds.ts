import { CONSEQUENCES, type Consequence } from '../generator/diff/kinds/consequences.ts'
import { KINDS, severityOf } from '../generator/diff/kinds/kinds.ts'

/** docs/diff-kinds.md. */
export function printKinds(): string {
  const consequences = Object.keys(CONSEQUENCES) as Consequence[]
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = [...KINDS].map(([name, { says, breaks }]) =>
    row([
      `\`${name}\``,
      says.replaceAll(/\{(was|is)\}/g, '*$1*'),
      ...consequences.map((consequence) => (breaks.includes(consequence) ? '×' : '')),
      severityOf(name),
    ]),
  )
  return `<!-- Written by "npm run docs" from generator/diff/kinds. Do not edit. -->

# Kinds of changes

What [\`concordat diff\`](diff.md) tells apart: ${KINDS.size} kinds, and whom each breaks. \`request-…\` is of what callers send, \`response-…\` of what
they get, the bodies of webhooks among it.

${[row(['kind', 'the part', ...Object.values(CONSEQUENCES), 'severity']), row(Array(consequences.length + 3).fill('---')), ...rows].join('\n')}
`
}
