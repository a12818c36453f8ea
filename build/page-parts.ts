import { CODES } from '../generator/errors/codes.ts'
import { isDeclared, printOptions } from './declared-options.ts'
import { printKinds } from './diff-kinds.ts'

const MARK = /<!-- Written by "npm run docs": (.+)\. -->\n[\s\S]*?<!-- End -->/g

/** A page with the parts between its marks as their declarations are now. */
export function withParts(page: string): string {
  return page.replace(
    MARK,
    (_, name: string) => `<!-- Written by "npm run docs": ${name}. -->\n${partNamed(name)}\n<!-- End -->`,
  )
}

function partNamed(name: string): string {
  if (name === 'problem codes') return printCodes()
  if (name === 'kinds of changes') return printKinds()
  const options = name.replace('options of ', '')
  if (isDeclared(options)) return printOptions(options)
  throw new Error(`"npm run docs" does not write "${name}".`)
}

/** A row for each code of a problem, with an anchor. Messages and `explain` contain the remedies. */
function printCodes(): string {
  const rows = Object.entries(CODES).map(
    ([code, meaning]) => `| <a id="${code}"></a>\`${code}\` | ${meaning} |`,
  )
  return ['| code | meaning |', '|---|---|', ...rows].join('\n')
}
