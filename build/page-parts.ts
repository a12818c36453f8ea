import { CODES, type ProblemCode } from '../generator/errors/codes.ts'
import { REMEDIES } from '../generator/errors/remedies.ts'
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

/** A row for each code of a problem, with an anchor. */
function printCodes(): string {
  const codes = Object.keys(REMEDIES) as ProblemCode[]
  const rows = codes.map((code) => `| <a id="${code}"></a>\`${code}\` | ${CODES[code]} ${REMEDIES[code]} |`)
  return ['| code | meaning, and what to do |', '|---|---|', ...rows].join('\n')
}
