import { DEFAULT_OUTPUTS, OUTPUTS } from '../../outputs/outputs.ts'

/** Marks around the table that `npm run docs` writes in docs/outputs.md. */
const TABLE_MARKS = ['<!-- Written by "npm run docs" from generator/outputs. -->', '<!-- End -->'] as const

/** Prints a table of the outputs and their files. */
export function printOutputsTable(): string {
  const rows = OUTPUTS.map((output) => [
    `\`${output.name}\``,
    output.means,
    output.writes.map((file) => `\`${file}\``).join(', '),
    DEFAULT_OUTPUTS.includes(output.name) ? 'yes' : '',
  ])
  const header = ['output', 'is', 'files', 'by default']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The page with an up-to-date table. */
export function withOutputsTable(page: string): string {
  const [begin, end] = TABLE_MARKS
  const [before = '', rest = ''] = page.split(begin)
  const [, after = ''] = rest.split(end)
  return `${before}${begin}\n${printOutputsTable()}\n${end}${after}`
}
