import { COMMAND_OPTIONS } from '../command-options.ts'
import { configurationKind } from '../config/config-options.ts'
import { verifyKind } from '../config/verify-options.ts'
import { describeOptionFallback, type Option, type OptionMember } from '../declaration/option.ts'
import { declaredObjects, namedKinds } from './declared.ts'

const EVERY = { all: 'every command', configured: 'every command that reads a configuration' } as const
/** Maximum length, in characters, of a description that a table shows in full. */
const LISTS = 400
const COLUMNS = ['member', 'type', 'meaning', 'default', 'also']

const INTRODUCTION = `<!-- Written by "npm run docs" from generator/options. Do not edit. -->

# Configuration

Export a configuration, or a list of them, from \`concordat.config.ts\`:
\`\`\`ts
import { defineConfig } from 'concordat/config'
export default defineConfig({ document: 'openapi.yaml', output: 'generated', outputs: ['types', 'client'] })
\`\`\`
In a project without Node, write JSON or YAML, such as \`concordat.config.yaml\`:
\`\`\`yaml
# yaml-language-server: $schema=concordat.schema.json
document: openapi.yaml
output: generated
\`\`\`
Editors complete and check this file with the JSON Schema that \`concordat schema > concordat.schema.json\` writes. Only TypeScript can contain functions.

Paths are relative to the configuration file or, on the command line, to the working directory. The command line overrides environment variables, which override the configuration. To pass several values, repeat the option. From a list of configurations, \`verify\` takes the first.
\`concordat help COMMAND\` also lists options that only \`mock\`, \`proxy\`, \`diff\` or \`mcp\` accepts.
`

/** docs/configuration.md. */
export function printConfigurationPage(): string {
  const nested = declaredObjects().filter(
    ({ type }) => type !== configurationKind.type && type !== verifyKind.type,
  )
  const commandLine = Object.entries<Option>(COMMAND_OPTIONS).filter(([, { topic }]) => topic !== 'help')
  return `${INTRODUCTION}
## The configuration
${table(configurationKind.members)}

## \`verify\`
${verifyKind.means}
${table(verifyKind.members)}

${nested.map(({ type, means, members }) => `## \`${type}\`\n${means}\n${table(members)}\n`).join('\n')}
## Other types
| type | is |
|---|---|
${namedKinds()
  .filter(({ expected }) => !/a (?:function|rule)\b/.test(expected) || /command/.test(expected))
  .map(({ type, expected }) => row([code(type), expected]))
  .join('\n')}

## Options of the command line only
| option | commands | meaning | default |
|---|---|---|---|
${commandLine.map(commandRow).join('\n')}
`
}

/** A table of members, without the columns that are empty for every member. */
function table(members: Readonly<Record<string, OptionMember>>): string {
  const rows = Object.entries<OptionMember | Option>(members).map(([name, member]) => {
    const { flag, variable } = { flag: undefined, variable: undefined, ...member }
    const also = [...(flag === undefined ? [] : [briefNameOf(flag)]), ...(variable?.split(', ') ?? [])]
    return [
      `\`${name}\`${member.isRequired === true ? ', required' : ''}`,
      code(member.kind.type.replace(/readonly |Readonly<(.+)>$/g, '$1')),
      brief(member.means),
      describeOptionFallback(member) ?? '',
      also.map(code).join(', '),
    ]
  })
  const filled = COLUMNS.map((_, index) => rows.some((cells) => cells[index] !== ''))
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...rows]
  return lines.map((cells) => row(cells.filter((_, index) => filled[index]))).join('\n')
}

function commandRow([, option]: readonly [string, Option]): string {
  const { flag, means } = option
  const { commands = 'all' } = flag ?? {}
  const who = typeof commands === 'string' ? EVERY[commands] : commands.map(code).join(', ')
  const names = [
    ...(flag?.short === undefined ? [] : [`-${flag.short}`]),
    ...(flag === undefined ? [] : [nameOf(flag)]),
  ]
  return row([names.map(code).join(', '), who, brief(means), describeOptionFallback(option) ?? ''])
}

function nameOf({ name, value }: NonNullable<Option['flag']>): string {
  return `--${name}${value === undefined ? '' : ` ${value}`}`
}

/** The flag, with its placeholder if the placeholder says more than the member's type. */
function briefNameOf(flag: NonNullable<Option['flag']>): string {
  return /^[A-Z_]+$/.test(flag.value ?? '') ? `--${flag.name}` : nameOf(flag)
}

/**
 * Returns a text, or only its first sentence if the text is long. Long texts list values, which other pages
 * explain.
 */
function brief(means: string): string {
  const [first = means] = means.length > LISTS ? means.split('. ') : []
  return first
}

function code(text: string): string {
  return `\`${text}\``
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
