import { describeFallback, type Member, type Option } from '../option.ts'
import { declaredObjects } from './declared.ts'

/** Columns of a doc comment. */
const WIDTH = 118

/** The types of a configuration, as `config-types.ts` has them. */
export function printTypes(): string {
  const interfaces = declaredObjects().map(
    ({ type, means, members }) =>
      `${comment(means, '')}export interface ${type} {\n${Object.entries(members).map(printMember).join('')}}\n`,
  )
  return `// Written by "npm run docs" from the declarations beside it. Do not edit.
import type { Output } from './config-options.ts'
import type { IdentityConfig, LoginToken, Text } from './credential.ts'

${interfaces.join('\n')}`
}

function printMember([name, member]: readonly [string, Member]): string {
  const { kind, isRequired = false } = member
  return `${comment(documentation(member), '  ')}  readonly ${name}${isRequired ? '' : '?'}: ${kind.type}\n`
}

/** What an editor shows of a member. */
function documentation(member: Option | Member): string {
  const { means, flag, variable } = { flag: undefined, variable: undefined, ...member }
  const fallback = describeFallback(member)
  const others = [...(flag === undefined ? [] : [`--${flag.name}`]), ...(variable?.split(', ') ?? [])]
  return [
    `${means[0]?.toUpperCase()}${means.slice(1)}.`,
    ...(fallback === undefined ? [] : [`Default: ${fallback}.`]),
    ...(others.length === 0 ? [] : [`Also ${others.map((other) => `\`${other}\``).join(', ')}.`]),
  ].join(' ')
}

function comment(text: string, indent: string): string {
  const whole = `${indent}/** ${text} */\n`
  if (whole.length <= WIDTH) return whole
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && `${indent} * ${line} ${word}`.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}
