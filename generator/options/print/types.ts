import { loginKind, oauthKind } from '../config/login.ts'
import type { ObjectKind } from '../declaration/object.ts'
import { describeOptionFallback, type Option, type OptionMember } from '../declaration/option.ts'
import { declaredObjects } from './declared.ts'

/** Width of a doc comment in characters. */
const WIDTH = 110

/**
 * Types for logins and token requests. They need a separate file, because `config-types.ts` imports
 * `credential.ts`, which in turn imports these types.
 */
const LOGINS: readonly ObjectKind[] = [loginKind, oauthKind]

/** Contents of `login-types.ts`: the types for logins and token requests. */
export function printLoginTypes(): string {
  return printFile(LOGINS, [
    "import type { LoginToken } from './login-token.ts'",
    "import type { Text } from './secret.ts'",
  ])
}

/** Contents of `config-types.ts`: all other configuration types. */
export function printConfigTypes(): string {
  const objects = declaredObjects().filter((object) => !LOGINS.includes(object))
  return printFile(objects, [
    "import type { MemberNaming } from '../../model/naming/name-members.ts'",
    "import type { OperationNaming } from '../../model/naming/name-operations.ts'",
    "import type { ParameterNaming } from '../../model/naming/parameter-names.ts'",
    "import type { TagNaming } from '../../model/naming/tag-naming.ts'",
    "import type { TypeNaming } from '../../model/naming/type-names.ts'",
    "import type { OwnOutput } from '../../outputs/declaration/output.ts'",
    "import type { Output } from '../../outputs/outputs.ts'",
    "import type { IdentityConfig, SignConfig } from './credential.ts'",
    "import type { FormatConfig } from './formats.ts'",
    "import type { OwnRule } from './own-rule.ts'",
    "import type { Text } from './secret.ts'",
  ])
}

function printFile(objects: readonly ObjectKind[], imports: readonly string[]): string {
  const interfaces = objects.map(
    ({ type, means, members }) =>
      `${comment(means, '')}export interface ${type} {\n${Object.entries(members).map(printMember).join('')}}\n`,
  )
  return `// Written by "npm run docs" from the declarations beside it. Do not edit.
${imports.join('\n')}

${interfaces.join('\n')}`
}

function printMember([name, member]: readonly [string, OptionMember]): string {
  const { kind, isRequired = false } = member
  return `${comment(documentation(member), '  ')}  readonly ${name}${isRequired ? '' : '?'}: ${kind.type}\n`
}

/** Doc comment of a member. */
function documentation(member: Option | OptionMember): string {
  const { means, flag, variable } = { flag: undefined, variable: undefined, ...member }
  const fallback = describeOptionFallback(member)
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
