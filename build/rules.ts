import { type Assertion, type Check, checks } from '@concordat/contract'

/** docs/rules.md. */
export function printRules(): string {
  return `<!-- Written by "npm run docs" from runtime/contract/checks. Do not edit. -->

# Rules

The rules that \`concordat verify\` and the generated tests check. Each asserts one thing. Rules of one family are judged by the same requests, and share the first half of their names: \`lifecycle\` for
\`lifecycle/location\`. Families are listed in the order in which they run. A finding's **grade** says what it is based on, its **weight** how bad it is: [verify.md](verify.md#what-is-judged). A server error
outweighs everything else, whichever rule finds it.

| family | rules |
|---|---|
${checks.map(({ code, assertions }) => `| [\`${code}\`](#${code}) | ${assertions.map(nameOf).join(', ')} |`).join('\n')}

\`--rule NAME\` runs only some rules, and may be repeated. \`--skip-rule NAME\`, or \`skipRules\` in the configuration, leaves a rule out. Both take a rule, \`lifecycle/location\`, or a family,
\`lifecycle\`. A selected family also reports what else its requests show, such as an answer that breaks its schema; a selected rule reports nothing else. To skip an operation: \`--skip-operation ID\`, or
\`skipOperations\`. To accept current failures, each with a reason, use a [baseline](verify.md#known-failures).
${checks.map(section).join('')}`
}

function section({ code, description, example, fix, needs, assertions }: Check): string {
  const wants =
    needs === undefined
      ? ''
      : `\n**Needs** a credential: ${needs} ([how to supply one](verify.md#credentials)).\n`
  return `
## \`${code}\`
${description}
${wants}
- **Broken when**: ${example}
- **To fix it**: ${fix}
- **To silence it**: \`--skip-rule ${code}\`, or one of its rules; for one operation only: \`{ rule: RULE, operation: ID, clause: POINTER }\` in the baseline.
${assertions.map(entry).join('')}`
}

function entry({ rule, grade, weight, asserts }: Assertion): string {
  return `
### \`${rule}\`
${asserts} (${grade}, ${weight})
`
}

function nameOf({ rule }: Assertion): string {
  const [, name = rule] = rule.split('/')
  return `[${name}](#${rule.replace('/', '')})`
}
